import { expect, test } from "vitest";
import { parseRuns, writeRuns } from "./parse-runs.ts";

test("a line for each runner: number, places, lengths, time", () => {
  const { runs, faults } = parseRuns("4; 5 4 2; 1.25; 1:10.45\n 7\t1-1-1\t0\t58,3\r\n\n３；2,2,3");
  expect(faults).toEqual([]);
  expect(runs).toEqual([
    { number: 4, positions: [5, 4, 2], margin: 1.25, time_ms: 70_450 },
    { number: 7, positions: [1, 1, 1], margin: 0, time_ms: 58_300 },
    { number: 3, positions: [2, 2, 3], margin: null, time_ms: null },
  ]);
  expect(parseRuns(writeRuns(runs))).toEqual({ runs, faults: [] });
});

test.each(["x; 1 2", "61; 1", "4; 1 x", "4; 1; neck", "4; 1; 1; fast", "4; 1; 1; 58.30; more"])(
  "%s is not read",
  (line) => {
    expect(parseRuns(`1; 1 1\n${line}`)).toMatchObject({ runs: [{ number: 1 }], faults: [line] });
  },
);
