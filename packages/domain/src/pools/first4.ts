import { definePool } from "./define-pool.ts";
import { orderShares } from "./shares.ts";

/** The first four in order. */
export const FIRST4 = definePool({
  code: "FIRST4",
  legs: 1,
  length: 4,
  isOrdered: true,
  winners: ({ placings }) => orderShares(placings, 4),
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 2250, minStarters: 5, noWinner: "JACKPOT" },
    HK: { takeoutBps: 2500, minStarters: 6 },
    UK_TOTE: { takeoutBps: 3000 },
  },
  bets: [
    { index: 8, key: "first4", name: "First 4", layout: "positions", isQuick: true },
    { index: 15, key: "first4_standout", name: "First 4 Stand Out", layout: "standout" },
  ],
});
