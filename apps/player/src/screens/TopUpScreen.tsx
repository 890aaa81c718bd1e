import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function TopUpScreen(): ReactNode {
  return <ComingScreen />;
}
