import type { ReactNode } from "react";
import { ComingScreen } from "./ComingScreen.tsx";

export function LoginScreen(): ReactNode {
  return <ComingScreen />;
}
