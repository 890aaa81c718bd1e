import { expect } from "vitest";
import type { Window } from "./window.ts";

/** Windows in which nothing went wrong; what did stands in the failure's first line. */
export function expectNoTrouble(...windows: readonly Window[]): void {
  const troubles = windows.flatMap((window) => window.troubles);
  expect(troubles, troubles.join("\n")).toEqual([]);
}
