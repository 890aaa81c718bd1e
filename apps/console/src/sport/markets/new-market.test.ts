import { expect, test } from "vitest";
import { emptyMarket, marginOf, marketOf, type MarketDraft } from "./new-market.ts";

const draft = (more: Partial<MarketDraft>): MarketDraft => ({
  ...emptyMarket("1x2", "1"),
  ...more,
});

test("a match result has its three prices", () => {
  const odds = { home: "1.85", draw: "3,60", away: "4.4" };
  expect(marketOf(draft({ odds }))).toEqual({
    type: "1x2",
    outcomes: [
      { key: "home", odds_milli: 1850 },
      { key: "draw", odds_milli: 3600 },
      { key: "away", odds_milli: 4400 },
    ],
  });
  expect(marginOf(draft({ odds }))).toBe(456);
});

test("a missing price is said", () => {
  expect(marketOf(draft({ odds: { home: "1.85", draw: "", away: "4.4" } }))).toBe("odds");
  expect(marginOf(draft({}))).toBeUndefined();
});

test.each([
  ["over_under", "2.5", 2.5],
  ["over_under", "0", "line"],
  ["over_under", "2.6", "line"],
  ["over_under", "", "line"],
  ["asian_handicap", "−0,75", -0.75],
  ["asian_handicap", "0", 0],
] as const)("%s with the line %o", (type, line, expected) => {
  const odds = { home: "1.9", away: "1.9", over: "1.9", under: "1.9" };
  const market = marketOf({ ...emptyMarket(type, "1"), line, odds });
  expect(typeof market === "string" ? market : market.line).toBe(expected);
});

test("scores and names are typed one a line, the price last", () => {
  const scores = marketOf(draft({ type: "correct_score", free: "1-0 7.5\n2-1  8.50\n\nother 6" }));
  expect(scores).toMatchObject({
    outcomes: [
      { key: "1-0", odds_milli: 7500 },
      { key: "2-1", odds_milli: 8500 },
      { key: "other", odds_milli: 6000 },
    ],
  });
  const names = marketOf(draft({ type: "outright", free: "Ada Wren 1.55\nSol Ibarra 2.5" }));
  expect(names).toMatchObject({
    outcomes: [{ key: "Ada Wren", name: "Ada Wren" }, { key: "Sol Ibarra" }],
  });
});

test("what is no score, or twice there, is refused", () => {
  expect(marketOf(draft({ type: "correct_score", free: "two-one 7.5\nother 6" }))).toBe("outcomes");
  expect(marketOf(draft({ type: "correct_score", free: "1-0 7.5\n1-0 6" }))).toBe("outcomes");
});
