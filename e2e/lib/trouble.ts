import { expect } from "vitest";
import type { Window } from "./window.ts";

/** Windows in which nothing went wrong. */
export function expectNoTrouble(...windows: readonly Window[]): void {
  expect(windows.flatMap(({ troubles }) => troubles)).toEqual([]);
}
