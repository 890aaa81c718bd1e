import { expect, test } from "vitest";
import { stepOdds } from "./price-steps.ts";

test.each([
  [1850, 1860, 1840],
  [1855, 1860, 1850],
  [2000, 2020, 1990],
  [3000, 3050, 2980],
  [9500, 9600, 9400],
  [10_000, 10_500, 9800],
  [100_000, 105_000, 98_000],
])("from %i up to %i, down to %i", (odds, up, down) => {
  expect([stepOdds(odds, 1), stepOdds(odds, -1)]).toEqual([up, down]);
});

test("the ladder ends where odds end", () => {
  expect(stepOdds(1001, -1)).toBe(1001);
  expect(stepOdds(1_000_000, 1)).toBe(1_000_000);
});
