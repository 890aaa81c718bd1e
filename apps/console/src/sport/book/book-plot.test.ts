import type { DeskMarket } from "@club/contract";
import { expect, test } from "vitest";
import { plotLines } from "./book-plot.ts";

const outcome = (key: string, book_cents: number) => ({
  outcome_id: key,
  key,
  name: null,
  odds_milli: 2000,
  stakes_cents: 100,
  book_cents,
});

test("the four outcomes that may cost most, in the market's order, up to what stands now", () => {
  const keys = ["a", "b", "c", "d", "e"];
  const books = [500, -300, 200, -100, 100];
  const market = {
    outcomes: keys.map((key, index) => outcome(key, books[index] ?? 0)),
  } as unknown as DeskMarket;
  const [from, to] = ["2026-11-22T10:00:00.000Z", "2026-11-22T11:00:00.000Z"];
  const points = [{ at: from, odds_milli: 1900, stakes_cents: 0, book_cents: 0 }];
  const history = {
    window: { from, to },
    outcomes: keys.map((key) => ({ outcome_id: key, key, name: null, points })),
  };
  const lines = plotLines(history, market, "book");
  expect(lines.map(({ id }) => id)).toEqual(["b", "c", "d", "e"]);
  expect(new Set(lines.map(({ tone }) => tone)).size).toBe(4);
  expect(lines[0]?.points).toEqual([
    { x: Date.parse(from), y: 0 },
    { x: Date.parse(to), y: -300 },
  ]);
  expect(plotLines(history, market, "odds")[0]?.points.map(({ y }) => y)).toEqual([1900, 2000]);
});
