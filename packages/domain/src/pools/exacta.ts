import { definePool } from "./define-pool.ts";
import { orderShares } from "./shares.ts";

/** The first two in order. */
export const EXACTA = definePool({
  code: "EXACTA",
  legs: 1,
  length: 2,
  isOrdered: true,
  winners: ({ placings }) => orderShares(placings, 2),
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 1650, minStarters: 3 },
    HK: { takeoutBps: 1950 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [
    { index: 5, key: "exacta", name: "Exacta", layout: "positions", isQuick: true },
    { index: 13, key: "exacta_standout", name: "Exacta Stand Out", layout: "standout" },
  ],
});
