import { expect, test } from "vitest";
import { leastGapOf, windowOf } from "./day-line.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");
const MINUTE = 60_000;
const at = (minutes: number) => NOON + minutes * MINUTE;

test("an ordinary day is shown in whole hours", () => {
  const starts = [at(-130), at(-90), at(-50), at(20), at(100)];
  expect(windowOf(starts, NOON, 35 * MINUTE)).toEqual([at(-180), at(120)]);
});

test("races that come fast get a shorter window around the present", () => {
  const starts = Array.from({ length: 100 }, (_, index) => at(index * 3 - 150));
  const [from, to] = windowOf(starts, NOON, 3 * MINUTE);
  expect(to - from).toBe(60 * MINUTE);
  expect(from).toBe(at(-15));
});

test("the gap is that of one meeting: two meetings may start at once", () => {
  expect(
    leastGapOf([
      [at(0), at(30)],
      [at(0), at(25), at(60)],
    ]),
  ).toBe(25 * MINUTE);
  expect(leastGapOf([])).toBe(60 * MINUTE);
});
