import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function RegisterScreen(): ReactNode {
  return <ComingScreen />;
}
