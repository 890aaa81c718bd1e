import type { ReactNode } from "react";

export function BetSheets(): ReactNode {
  return null;
}
