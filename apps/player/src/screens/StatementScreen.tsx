import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function StatementScreen(): ReactNode {
  return <ComingScreen />;
}
