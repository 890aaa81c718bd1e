import { definePool } from "./define-pool.ts";
import { setShares } from "./shares.ts";

/** The first three in any order. */
export const TRIO = definePool({
  code: "TRIO",
  legs: 1,
  length: 3,
  isOrdered: false,
  winners: ({ placings }) => setShares(placings, 3),
  isLater: true,
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 2000, minStarters: 4 },
    HK: { takeoutBps: 2300 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [
    { index: 19, key: "trio", name: "Trio", layout: "positions" },
    { index: 20, key: "trio_box", name: "Trio Box", layout: "box" },
    { index: 21, key: "trio_standout", name: "Trio Stand Out", layout: "standout" },
  ],
});
