import { definePool } from "./define-pool.ts";
import { orderShares } from "./shares.ts";

/** The first three in order. */
export const TRIFECTA = definePool({
  code: "TRIFECTA",
  legs: 1,
  length: 3,
  isOrdered: true,
  winners: ({ placings }) => orderShares(placings, 3),
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 2100, minStarters: 4, noWinner: "JACKPOT" },
    HK: { takeoutBps: 2500 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [
    { index: 6, key: "trifecta", name: "Trifecta", layout: "positions", isQuick: true },
    { index: 7, key: "trifecta_box", name: "Trifecta Box", layout: "box" },
    { index: 14, key: "trifecta_standout", name: "Trifecta Stand Out", layout: "standout" },
  ],
});
