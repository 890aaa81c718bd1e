import { describe, expect, test } from "vitest";
import {
  cellAfterKey,
  clampValue,
  countDays,
  dayAfterKey,
  daysInMonth,
  gridOf,
  handOut,
  limitsOf,
  orderRange,
  pickDay,
  readValue,
  shiftMonths,
  touchesLimits,
  yearPage,
  type PickerInput,
  type PickerMode,
  type RangeDraft,
} from "./date-picker.ts";

// Section 2 of the specification: years 1920 to 2120, a grid of 42 cells, string, timestamp or date.

test.each<[PickerInput | null, PickerMode, string | null]>([
  ["2026-11-21", "date", "2026-11-21"],
  ["2026-11-21T09:15:00.000Z", "date", "2026-11-21"],
  ["2026-02-29", "date", null],
  ["2028-02-29", "date", "2028-02-29"],
  ["2026-13-01", "date", null],
  ["2026-11-21", "month", "2026-11"],
  ["2026-13", "month", null],
  ["2026", "year", "2026"],
  ["26", "year", null],
  ["09:05", "time", "09:05"],
  ["09:05:30", "time", "09:05"],
  ["2026-11-21 09:05", "time", "09:05"],
  ["24:00", "time", null],
  ["09:60", "time", null],
  ["2026-11-21 09:05:30", "datetime", "2026-11-21 09:05"],
  ["2026-11-21T09:05", "datetime", "2026-11-21 09:05"],
  ["2026-11-21", "datetime", "2026-11-21 00:00"],
  ["2026-11-31 09:05", "datetime", null],
  [new Date(2026, 10, 21, 9, 5), "datetime", "2026-11-21 09:05"],
  [new Date(2026, 10, 21, 9, 5).getTime(), "date", "2026-11-21"],
  [Number.NaN, "date", null],
  ["", "date", null],
  [null, "date", null],
  ["tomorrow", "date", null],
])("%j as %s is %j", (input, mode, value) => {
  expect(readValue(input, mode)).toBe(value);
});

test.each<[string, number[]]>([
  ["2026-11-21", [2026, 10, 21, 0, 0]],
  ["2026-11", [2026, 10, 1, 0, 0]],
  ["2026", [2026, 0, 1, 0, 0]],
  ["2026-11-21 14:05", [2026, 10, 21, 14, 5]],
  ["14:05", [2026, 10, 5, 14, 5]],
])("%s goes out as text, as milliseconds and as a date", (value, [y = 0, m = 0, ...rest]) => {
  const date = new Date(y, m, ...rest);
  expect(handOut(value, "string", "2026-11-05")).toBe(value);
  expect(handOut(value, "timestamp", "2026-11-05")).toBe(date.getTime());
  expect(handOut(value, "date", "2026-11-05")).toEqual(date);
});

describe("limits", () => {
  test("reach from 1920 to 2120 where none are given", () => {
    expect(limitsOf("date")).toEqual({ start: "1920-01-01", end: "2120-12-31" });
    expect(limitsOf("year")).toEqual({ start: "1920", end: "2120" });
    expect(limitsOf("time")).toEqual({ start: "00:00", end: "23:59" });
  });

  test("never reach beyond them, and are swapped where they are reversed", () => {
    expect(limitsOf("date", "1899-05-01", "2300-01-01")).toEqual(limitsOf("date"));
    expect(limitsOf("date", "2026-11-21", "2026-10-05")).toEqual({
      start: "2026-10-05",
      end: "2026-11-21",
    });
  });

  test.each([
    ["2026-10-04", "2026-10-05"],
    ["2026-10-05", "2026-10-05"],
    ["2026-11-01", "2026-11-01"],
    ["2026-11-22", "2026-11-21"],
    ["1900-01-01", "2026-10-05"],
  ])("%s is clamped to %s", (value, clamped) => {
    expect(clampValue(value, { start: "2026-10-05", end: "2026-11-21" })).toBe(clamped);
  });

  test("leave a month or a year open that they cut", () => {
    const limits = { start: "2026-10-05", end: "2026-11-21" };
    const open = ["2026-09", "2026-10", "2026-11", "2026-12", "2025", "2026"];
    expect(open.filter((part) => touchesLimits(part, limits))).toEqual([
      "2026-10",
      "2026-11",
      "2026",
    ]);
  });
});

test("a page has 42 days in a row, from a Monday, with all of its month", () => {
  for (let month = 1; month <= 201 * 12; month += 1) {
    const first = shiftMonths("1920-01-01", month - 1);
    const days = gridOf(first.slice(0, 7));
    expect(days).toHaveLength(42);
    expect(new Date(days[0] ?? "").getUTCDay()).toBe(1);
    const inside = days.filter((day) => day.startsWith(first.slice(0, 7)));
    expect(inside).toHaveLength(daysInMonth(first.slice(0, 7)));
    expect(new Set(days).size).toBe(42);
  }
});

test("November 2026 begins on a Sunday", () => {
  expect(gridOf("2026-11").slice(0, 7)).toEqual([
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ]);
});

describe("a range", () => {
  test.each([
    [["2026-10-05", "2026-11-21"], "2026-10-05", "2026-11-21"],
    [["2026-11-21", "2026-10-05"], "2026-10-05", "2026-11-21"],
    [["2026-11-21", "2026-11-21"], "2026-11-21", "2026-11-21"],
  ])("of %j is from %s to %s", (taps, from, to) => {
    const empty: RangeDraft = { from: null, to: null };
    expect(taps.reduce(pickDay, empty)).toEqual({ from, to });
    expect(orderRange(taps[0] ?? "", taps[1] ?? "")).toEqual({ from, to });
  });

  test("begins anew with a third tap", () => {
    const done = { from: "2026-10-05", to: "2026-11-21" };
    expect(pickDay(done, "2026-11-01")).toEqual({ from: "2026-11-01", to: null });
  });

  test("counts both of its ends", () => {
    expect(countDays({ from: "2026-10-05", to: "2026-11-21" })).toBe(48);
    expect(countDays({ from: "2026-11-21", to: "2026-11-21" })).toBe(1);
  });
});

const within = limitsOf("date");
test.each([
  ["2026-11-21", "ArrowLeft", false, "2026-11-20"],
  ["2026-11-30", "ArrowRight", false, "2026-12-01"],
  ["2026-11-01", "ArrowUp", false, "2026-10-25"],
  ["2026-11-21", "ArrowDown", false, "2026-11-28"],
  ["2026-11-21", "Home", false, "2026-11-16"],
  ["2026-11-21", "End", false, "2026-11-22"],
  ["2026-10-31", "PageDown", false, "2026-11-30"],
  ["2026-01-31", "PageUp", false, "2025-12-31"],
  ["2028-02-29", "PageDown", true, "2029-02-28"],
  ["2120-12-31", "ArrowRight", false, "2120-12-31"],
  ["1920-01-01", "PageUp", true, "1920-01-01"],
  ["2026-11-21", "a", false, null],
])("from %s the key %s (shift %s) leads to %s", (day, key, shiftKey, to) => {
  expect(dayAfterKey(day, { key, shiftKey }, within)).toBe(to);
});

test("keys walk a grid of three columns and stop at its ends", () => {
  expect(cellAfterKey(4, "ArrowUp", 12)).toBe(1);
  expect(cellAfterKey(1, "ArrowUp", 12)).toBe(0);
  expect(cellAfterKey(10, "ArrowDown", 12)).toBe(11);
  expect(cellAfterKey(5, "Home", 12)).toBe(0);
  expect(cellAfterKey(5, "End", 12)).toBe(11);
  expect(cellAfterKey(5, "x", 12)).toBeNull();
});

test("the years come in dozens from 1920 to 2120", () => {
  expect(yearPage(1920)[0]).toBe(1920);
  expect(yearPage(2026)).toEqual(Array.from({ length: 12 }, (_, index) => 2016 + index));
  expect(yearPage(2120).at(-1)).toBe(2120);
});
