import { definePool } from "./define-pool.ts";
import { setShares } from "./shares.ts";

/** The first four in any order. */
export const ANY4 = definePool({
  code: "ANY4",
  legs: 1,
  length: 4,
  isOrdered: false,
  winners: ({ placings }) => setShares(placings, 4),
  isLater: true,
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 2250, minStarters: 5, noWinner: "JACKPOT" },
    HK: { takeoutBps: 2500, minStarters: 6 },
    UK_TOTE: { takeoutBps: 3000 },
  },
  bets: [
    { index: 22, key: "any4_box", name: "Any 4 Box", layout: "box" },
    { index: 23, key: "any4_standout", name: "Any 4 Stand Out", layout: "standout" },
  ],
});
