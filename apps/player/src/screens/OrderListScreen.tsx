import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function OrderListScreen(): ReactNode {
  return <ComingScreen />;
}
