import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function AccountScreen(): ReactNode {
  return <ComingScreen />;
}
