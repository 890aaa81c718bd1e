import { expect } from "vitest";
import type { Window } from "./window.ts";

/** Expects that nothing went wrong in the windows; the failure's first line says what did. */
export function expectNoTrouble(...windows: readonly Window[]): void {
  const troubles = windows.flatMap((window) => window.troubles);
  expect(troubles, troubles.join("\n")).toEqual([]);
}
