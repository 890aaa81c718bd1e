import { definePool, NEAREST_5 } from "./define-pool.ts";
import { setShares } from "./shares.ts";

/** The first two in either order. */
export const QUINELLA = definePool({
  code: "QUINELLA",
  legs: 1,
  length: 2,
  allUp: true,
  isOrdered: false,
  winners: ({ placings }) => setShares(placings, 2),
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 1475, minStarters: 3 },
    HK: { takeoutBps: 1750, rounding: NEAREST_5 },
    UK_TOTE: { takeoutBps: 1925 },
  },
  bets: [
    { index: 3, key: "quinella", name: "Quinella", layout: "pair", isQuick: true },
    { index: 4, key: "quinella_box", name: "Quinella Box", layout: "box" },
    { index: 12, key: "quinella_standout", name: "Quinella Stand Out", layout: "standout" },
  ],
});
