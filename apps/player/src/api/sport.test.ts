import { expect, test } from "vitest";
import { shareRows } from "./sport.ts";
import type { SportList } from "./sport-news.ts";

const row = (id: string, more: object = {}) => ({
  event_id: id,
  status: "open",
  is_live: false,
  live: null,
  result: null,
  start_time: "2026-11-21T15:00:00.000Z",
  markets_count: 1,
  home: "A",
  away: "B",
  main_market: { market_id: `m${id}`, version: 1, status: "open", outcomes: [] },
  ...more,
});
const listOf = (...rows: readonly object[]): SportList => ({ list: rows }) as unknown as SportList;

test("a row that says the same stays the one that it was", () => {
  const before = listOf(row("1"), row("2"));
  const after = shareRows(before, listOf(row("2"), row("1"), row("3")));
  expect(after.list[0]).toBe(before.list[1]);
  expect(after.list[1]).toBe(before.list[0]);
  expect(after.list.map(({ event_id }) => event_id)).toEqual(["2", "1", "3"]);
});

test.each([
  ["another state", { status: "suspended" }],
  ["a score", { live: { home: 1, away: 0, clock: "58" } }],
  ["another minute", { live: { home: null, away: null, clock: "59" } }],
  ["a result", { result: { home: 1, away: 0 } }],
  ["another start", { start_time: "2026-11-21T16:00:00.000Z" }],
  ["more markets", { markets_count: 2 }],
  ["another price", { main_market: { market_id: "m1", version: 2, status: "open" } }],
  ["a suspended market", { main_market: { market_id: "m1", version: 1, status: "suspended" } }],
  ["no market", { main_market: null }],
])("%s makes it another row", (_, more) => {
  const before = listOf(row("1"));
  const after = shareRows(before, listOf(row("1", more)));
  expect(after.list[0]).not.toBe(before.list[0]);
});

test("a list that stands in for another stays the same list, as often as it is asked for", () => {
  const before = listOf(row("1"));
  expect(shareRows(before, before)).toBe(before);
});
