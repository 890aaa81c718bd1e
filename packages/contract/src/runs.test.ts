import { describe, expect, test } from "vitest";
import { cardRun, raceTip, resultRuns } from "./runs.ts";

const LEAST = { date: "2026-01-05", track: "Old Brickfield" };

describe("a past run of a card", () => {
  test("needs a day and a track; what it does not say is null", () => {
    expect(cardRun.parse({ ...LEAST, going: " ", margin: null })).toEqual({
      ...LEAST,
      distance_m: null,
      going: null,
      place: null,
      starters: null,
      margin: null,
      time_ms: null,
      positions: [],
      weight_kg: null,
      jockey: null,
      price: null,
      comment: null,
    });
  });

  test("margins and prices are kept to the hundredth", () => {
    expect(cardRun.parse({ ...LEAST, margin: 0.123, price: 5.349 })).toMatchObject({
      margin: 0.12,
      price: 5.35,
    });
  });

  test.each([
    ["no day", { date: "2026-02-30" }],
    ["no track", { track: " " }],
    ["place 0", { place: 0 }],
    ["a place behind the last", { place: 9, starters: 8 }],
    ["a call behind the last", { positions: [9], starters: 8 }],
    ["a margin below zero", { margin: -1 }],
    ["half a millisecond", { time_ms: 1.5 }],
    ["too many calls", { positions: Array(9).fill(1) }],
    ["a long comment", { comment: "x".repeat(501) }],
  ])("refuses %s", (_, change) => {
    expect(cardRun.safeParse({ ...LEAST, ...change }).success).toBe(false);
  });
});

test("a tip says who gives it, and names a runner", () => {
  expect(raceTip.parse({ by: "The Rail", numbers: [4] })).toEqual({
    by: "The Rail",
    numbers: [4],
    text: null,
  });
  expect(raceTip.safeParse({ by: "", numbers: [4] }).success).toBe(false);
  expect(raceTip.safeParse({ by: "The Rail", numbers: [] }).success).toBe(false);
});

test("how a race was run: at most sixty runners, eight calls", () => {
  const run = { number: 1, positions: [1, 2] };
  expect(resultRuns.parse([run])).toEqual([{ ...run, margin: null, time_ms: null }]);
  expect(resultRuns.safeParse(Array(61).fill(run)).success).toBe(false);
});
