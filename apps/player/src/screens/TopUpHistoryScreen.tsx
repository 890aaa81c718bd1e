import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function TopUpHistoryScreen(): ReactNode {
  return <ComingScreen />;
}
