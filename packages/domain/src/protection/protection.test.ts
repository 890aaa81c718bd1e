import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { ageOn, isOfAge } from "./age.ts";
import { LOOSER_AFTER_MS, changeLimit, leftOfLimit } from "./limit-change.ts";
import { LIMIT_PERIODS, type LimitPeriod, limitWindow } from "./windows.ts";

const SYDNEY = "Australia/Sydney";

describe("the window of a limit", () => {
  test.each<[string, string, LimitPeriod, string, string]>([
    ["a day", "2026-11-20T10:00:00Z", "day", "2026-11-19T13:00:00Z", "2026-11-20T13:00:00Z"],
    ["a week", "2026-11-20T10:00:00Z", "week", "2026-11-15T13:00:00Z", "2026-11-22T13:00:00Z"],
    ["a month", "2026-11-20T10:00:00Z", "month", "2026-10-31T13:00:00Z", "2026-11-30T13:00:00Z"],
    [
      "a day of 23 hours",
      "2026-10-04T00:00:00Z",
      "day",
      "2026-10-03T14:00:00Z",
      "2026-10-04T13:00:00Z",
    ],
    [
      "a day of 25 hours",
      "2026-04-05T00:00:00Z",
      "day",
      "2026-04-04T13:00:00Z",
      "2026-04-05T14:00:00Z",
    ],
    [
      "Monday's first instant",
      "2026-11-15T13:00:00Z",
      "week",
      "2026-11-15T13:00:00Z",
      "2026-11-22T13:00:00Z",
    ],
    ["December", "2026-12-20T10:00:00Z", "month", "2026-11-30T13:00:00Z", "2026-12-31T13:00:00Z"],
    [
      "a leap February",
      "2024-02-29T10:00:00Z",
      "month",
      "2024-01-31T13:00:00Z",
      "2024-02-29T13:00:00Z",
    ],
  ])("%s", (_, instant, period, start, end) => {
    expect(limitWindow(Date.parse(instant), SYDNEY, period)).toEqual({
      startMs: Date.parse(start),
      endMs: Date.parse(end),
    });
  });

  test("holds its instant, and the next begins where it ends", () => {
    const zones = fc.constantFrom(SYDNEY, "Europe/London", "America/Santiago", "UTC");
    const instants = fc.integer({ min: 0, max: 2 ** 41 });
    fc.assert(
      fc.property(zones, instants, fc.constantFrom(...LIMIT_PERIODS), (zone, instant, period) => {
        const { startMs, endMs } = limitWindow(instant, zone, period);
        expect(startMs <= instant && instant < endMs).toBe(true);
        expect(limitWindow(endMs, zone, period).startMs).toBe(endMs);
        expect(limitWindow(endMs - 1, zone, period)).toEqual({ startMs, endMs });
      }),
      LAWS,
    );
  });
});

describe("age", () => {
  test.each([
    ["2008-11-21", "2026-11-20", 17],
    ["2008-11-20", "2026-11-20", 18],
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18],
    ["2008-02-29", "2028-02-29", 20],
  ])("born %s, on %s: %i", (birth, day, age) => {
    expect(ageOn(birth, day)).toBe(age);
    expect(isOfAge(birth, day)).toBe(age >= 18);
  });
});

describe("changing a limit", () => {
  const later = { kind: "later", confirmFromMs: 1_000 + LOOSER_AFTER_MS };

  test.each([
    ["tighter", 100n, 50n, { kind: "at_once" }],
    ["the first one", null, 50n, { kind: "at_once" }],
    ["to nothing at all", 100n, 0n, { kind: "at_once" }],
    ["looser", 100n, 101n, later],
    ["none any more", 100n, null, later],
    ["the same", 100n, 100n, { kind: "none" }],
    ["none as before", null, null, { kind: "none" }],
  ])("%s", (_, current, wished, expected) => {
    expect(changeLimit(current, wished, 1_000)).toEqual(expected);
  });

  test("what is left is never below zero", () => {
    expect([leftOfLimit(100n, 40n), leftOfLimit(100n, 140n), leftOfLimit(null, 5n)]).toEqual([
      60n,
      0n,
      null,
    ]);
  });
});
