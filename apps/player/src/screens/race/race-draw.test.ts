import type { PastRun } from "@club/contract";
import { expect, test } from "vitest";
import { placesAt, replayOf } from "./race-replay.ts";
import { groupOf, speedMap } from "./speed-map.ts";

/* What is drawn of a race, before it and after. */

const run = (positions: number[], runners: number | null = 10): PastRun => ({
  race_id: null,
  raceNo: null,
  date: "2026-01-01",
  meetings: "Elsewhere",
  distance_m: null,
  going: null,
  place: positions.at(-1) ?? null,
  runners,
  barrier: null,
  weight_kg: null,
  jockey: null,
  win_approx: null,
  margin: null,
  time_ms: null,
  positions,
  comment: null,
});
const runner = (horse_id: number, barrier: number | null, scratched = false) => ({
  horse_id,
  barrier,
  scratched,
});

test("a speed map ranks the field by its last runs, the newest counted most", () => {
  const forms = new Map([
    // Led once long ago, since then at the back: (4 x 9/9 + 3 x 8/9 + 2 x 9/9 + 1 x 0) / 10.
    [1, { runs: [run([10, 10, 9]), run([9, 9, 9]), run([10, 8, 1]), run([1, 1, 1])] }],
    [2, { runs: [run([1, 3, 5])] }],
    [3, { runs: [run([3, 1, 1])] }],
    // Equal to runner 3, in a barrier nearer to the rail.
    [4, { runs: [run([3, 2, 2])] }],
    // A finish alone says nothing of how it runs.
    [5, { runs: [run([1])] }],
    [7, { runs: [run([1, 1])] }],
  ]);
  const map = speedMap(
    [runner(1, 1), runner(2, 5), runner(3, 6), runner(4, 2), runner(5, 3), runner(6, 4), runner(7, 7, true)],
    forms,
  );
  expect(map.places).toEqual([
    { number: 2, barrier: 5, early: 1, settled: 3 },
    { number: 4, barrier: 2, early: 2, settled: 2 },
    { number: 3, barrier: 6, early: 3, settled: 1 },
    { number: 1, barrier: 1, early: 4, settled: 4 },
  ]);
  expect(map.unknown).toEqual([5, 6]);
});

test("a place counts in the field that it was run in", () => {
  const forms = new Map([
    [1, { runs: [run([4, 4], 14)] }],
    [2, { runs: [run([4, 4], 5)] }],
    [3, { runs: [run([2, 2], null)] }],
  ]);
  const { places } = speedMap([runner(1, 1), runner(2, 2), runner(3, 3)], forms);
  expect(places.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test("the first leads, the others are thirds of the field", () => {
  const groups = Array.from({ length: 9 }, (_, at) => groupOf(at + 1, 9));
  expect(groups).toEqual(["lead", "pace", "pace", "mid", "mid", "mid", "rear", "rear", "rear"]);
  expect(groupOf(1, 1)).toBe("lead");
});

const line = (horse_id: number, scratched = false) => ({
  horse_id,
  name: `Runner ${horse_id}`,
  scratched,
  barrier: horse_id,
  jockey: null,
  trainer: null,
  weight_kg: null,
  form: null,
  win_approx: null,
  place_approx: null,
});
const RACE = {
  runners: [line(1), line(2), line(3), line(4), line(5, true)],
  result: {
    version: 1,
    stage: "final" as const,
    placings: [[2, 3], [1]],
    entered_at: "2026-01-01T00:00:00.000Z",
  },
  runs: [
    { number: 2, margin: 0, time_ms: 70_000, positions: [4, 3, 1] },
    // What was noted before the result was corrected: the result stands.
    { number: 3, margin: 0.3, time_ms: null, positions: [1, 1, 4] },
    { number: 1, margin: null, time_ms: null, positions: [2, 2, 3] },
    { number: 4, margin: null, time_ms: null, positions: [3] },
  ],
};

test("a race is drawn again in order of its result, with those that stopped at the back", () => {
  const replay = replayOf(RACE);
  expect(replay?.calls).toBe(3);
  expect(replay?.runners.map(({ number, place, positions }) => [number, place, positions])).toEqual([
    [2, 1, [4, 3, 1]],
    [3, 1, [1, 1, 1]],
    [1, 3, [2, 2, 3]],
    [4, null, [3, null, null]],
  ]);
  expect(replayOf({ ...RACE, runs: [] })).toBe(null);
  expect(replayOf({ ...RACE, result: null })).toBe(null);
});

test("between two calls a runner is on its way from one place to the other", () => {
  const replay = replayOf(RACE)!;
  const at = (moment: number) => [...placesAt(replay, moment).values()];
  expect(at(0)).toEqual([2.5, 2.5, 2.5, 2.5]);
  expect(at(1)).toEqual([4, 1, 2, 3]);
  expect(at(1.5)).toEqual([3.5, 1, 2, 3.5]);
  expect(at(3)).toEqual([1, 1, 3, 4]);
});
