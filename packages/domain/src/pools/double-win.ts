import { definePool } from "./define-pool.ts";
import { won } from "./harville.ts";
import { winShares } from "./shares.ts";

/** The winners of two races. */
export const DOUBLE_WIN = definePool({
  code: "DOUBLE_WIN",
  legs: 2,
  length: 2,
  isOrdered: true,
  winners: ({ placings }) => winShares(placings),
  estimate: won,
  rules: {
    AU_STD: { takeoutBps: 1700 },
    HK: { takeoutBps: 1750 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [{ index: 10, key: "double_win", name: "Double WIN", layout: "legs" }],
});
