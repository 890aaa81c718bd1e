import { expect, test } from "vitest";
import type { ReportTable } from "../../api/reports.ts";
import { changeOf, marginOf, periodsOf, spansOf, turnoverOf, wholeOf } from "./club-home.ts";

const IDS = [
  "day",
  "racing",
  "sports",
  "refunded",
  "paid",
  "open",
  "result",
  "active",
  "joined",
] as const;
const table = (rows: readonly (readonly [string, ...number[]])[]) =>
  ({
    columns: IDS.map((id) => ({ id, kind: "money", words: null })),
    list: rows,
  }) as unknown as ReportTable;

const DAYS = table([
  ["2026-10-31", 1000, 500, 100, 600, 300, 500, 4, 1],
  ["2026-11-01", 2000, 0, 0, 2500, 0, -500, 6, 0],
  ["2026-11-02", 0, 0, 0, 0, 0, 0, 0, 2],
]);

test("days are put together by day, by week from today, by month of the calendar", () => {
  const firsts = (step: "day" | "week" | "month") =>
    periodsOf(DAYS, step).map(({ first, days }) => [first, days]);
  expect(firsts("day")).toEqual([
    ["2026-10-31", 1],
    ["2026-11-01", 1],
    ["2026-11-02", 1],
  ]);
  expect(firsts("week")).toEqual([["2026-10-31", 3]]);
  expect(firsts("month")).toEqual([
    ["2026-10-31", 1],
    ["2026-11-01", 2],
  ]);
});

test("sums, turnover, margin and players a day are those of the days", () => {
  const whole = wholeOf(DAYS);
  expect([whole.sums.result, turnoverOf(whole), marginOf(whole)]).toEqual([0, 3400, 0]);
  expect([whole.sums.joined, whole.active]).toEqual([3, 5]);
  const [first] = periodsOf(DAYS, "day");
  expect(first === undefined ? null : marginOf(first)).toBeCloseTo(500 / 1100);
  expect(marginOf(wholeOf(undefined))).toBeNull();
});

test("as many days stand before those that are shown", () => {
  expect(spansOf("day", "2026-11-14")).toEqual({
    now: { from: "2026-11-01", to: "2026-11-14" },
    before: { from: "2026-10-18", to: "2026-10-31" },
  });
  expect([changeOf(150, 100), changeOf(-50, -100), changeOf(1, 0)]).toEqual([0.5, 0.5, null]);
});
