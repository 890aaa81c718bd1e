import { expect, test } from "vitest";
import { bookHistory } from "./book-history.ts";

const step = (minute: number, outcomeId: string, stakesCents: number, paysCents: number) => ({
  minute,
  outcomeId,
  stakesCents,
  paysCents,
});

test("the book is walked back from what stands now, outcome by outcome", () => {
  const history = bookHistory({
    outcomes: [
      { outcomeId: "home", stakesCents: 3000, paysCents: 5700 },
      { outcomeId: "away", stakesCents: 1000, paysCents: 4400 },
    ],
    // Two bets in one minute are two steps of it; 1,000 on home stood before the hour.
    steps: [step(10, "home", 500, 900), step(10, "away", 1000, 4400), step(42, "home", 1500, 2850)],
    opening: { home: 1950, away: 4000 },
    prices: [
      { minute: 20, odds: { home: 1900, away: 4200 } },
      { minute: 42, odds: { home: 1900, away: 4400 } },
    ],
  });
  expect(history.get("home")).toEqual([
    { minute: 0, oddsMilli: 1950, stakesCents: 1000, bookCents: 1000 - 1950 },
    { minute: 11, oddsMilli: 1950, stakesCents: 1500, bookCents: 2500 - 2850 },
    { minute: 21, oddsMilli: 1900, stakesCents: 1500, bookCents: 2500 - 2850 },
    { minute: 43, oddsMilli: 1900, stakesCents: 3000, bookCents: 4000 - 5700 },
  ]);
  expect(history.get("away")?.map(({ bookCents }) => bookCents)).toEqual([
    1000, -1900, -1900, -400,
  ]);
  expect(history.get("away")?.map(({ oddsMilli }) => oddsMilli)).toEqual([4000, 4000, 4200, 4400]);
});

test("a quiet hour is its start alone", () => {
  const outcomes = [{ outcomeId: "home", stakesCents: 0, paysCents: 0 }];
  const history = bookHistory({ outcomes, steps: [], opening: { home: 2000 }, prices: [] });
  expect(history.get("home")).toEqual([
    { minute: 0, oddsMilli: 2000, stakesCents: 0, bookCents: 0 },
  ]);
});
