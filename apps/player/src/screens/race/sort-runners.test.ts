import type { RunnerLine } from "@club/contract";
import { expect, test } from "vitest";
import { sortRunners, type RunnerOrder } from "./sort-runners.ts";

const runner = (horse_id: number, more: Partial<RunnerLine>): RunnerLine =>
  ({
    horse_id,
    barrier: null,
    weight_kg: null,
    win_approx: null,
    place_approx: null,
    scratched: false,
    ...more,
  }) as RunnerLine;
const FIELD = [
  runner(1, { barrier: 7, weight_kg: 60, win_approx: 460, place_approx: 180 }),
  runner(2, { barrier: 2, weight_kg: 57.5, win_approx: 210, scratched: true }),
  runner(3, { weight_kg: 58, win_approx: 340, place_approx: 190 }),
  runner(4, { barrier: 4 }),
];
const ROWS: [RunnerOrder["by"], boolean, number[]][] = [
  ["number", false, [1, 2, 3, 4]],
  ["number", true, [4, 3, 2, 1]],
  ["draw", false, [4, 1, 2, 3]],
  ["draw", true, [1, 4, 2, 3]],
  ["weight", false, [3, 1, 2, 4]],
  ["win", false, [3, 1, 2, 4]],
  ["win", true, [1, 3, 2, 4]],
  ["place", false, [1, 3, 2, 4]],
];
test.each(ROWS)("by %s, down: %s; who is scratched or not known comes last", (by, isDown, order) => {
  expect(sortRunners(FIELD, { by, isDown }).map(({ horse_id }) => horse_id)).toEqual(order);
});
