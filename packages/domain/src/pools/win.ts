import { definePool, NEAREST_5 } from "./define-pool.ts";
import { winShares } from "./shares.ts";

/** The winner. Every race has this pool; its favourite is the favourite of the race. */
export const WIN = definePool({
  code: "WIN",
  legs: 1,
  length: 1,
  allUp: true,
  isOrdered: true,
  winners: ({ placings }) => winShares(placings),
  estimate: "own_money",
  rules: {
    AU_STD: { takeoutBps: 1450, minStarters: 2, minDividendCents: 104 },
    HK: { takeoutBps: 1750, rounding: NEAREST_5, minDividendCents: 101 },
    UK_TOTE: { takeoutBps: 1925 },
  },
  bets: [
    { index: 1, key: "single_win", name: "Single Win", layout: "each", isQuick: true },
    {
      index: 9,
      key: "each_way",
      name: "Each Way",
      layout: "each",
      alsoIn: "PLACE",
      isQuick: true,
    },
  ],
});
