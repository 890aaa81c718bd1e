import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function DetailScreen(): ReactNode {
  return <ComingScreen />;
}
