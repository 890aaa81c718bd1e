import { definePool, NEAREST_5 } from "./define-pool.ts";
import { placeShares } from "./shares.ts";

/** One of the first finishers, as many as the race pays places. */
export const PLACE = definePool({
  code: "PLACE",
  legs: 1,
  length: 1,
  allUp: true,
  isOrdered: true,
  winners: ({ placings, places }) => placeShares(placings, places),
  paysPlaces: true,
  deadHeat: "NOT_COMMON",
  estimate: "own_money",
  rules: {
    AU_STD: { takeoutBps: 1425, minStarters: 5, minDividendCents: 104 },
    HK: { takeoutBps: 1750, minStarters: 4, rounding: NEAREST_5, minDividendCents: 101 },
    UK_TOTE: { takeoutBps: 2000, minStarters: 2 },
  },
  bets: [{ index: 2, key: "single_place", name: "Single Place", layout: "each" }],
});
