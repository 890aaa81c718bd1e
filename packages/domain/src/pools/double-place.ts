import { definePool } from "./define-pool.ts";
import { placed } from "./harville.ts";
import { placeShares, winShares } from "./shares.ts";

/** A placed runner in each of two races; where a race pays no places, its winner. */
export const DOUBLE_PLACE = definePool({
  code: "DOUBLE_PLACE",
  legs: 2,
  length: 2,
  isOrdered: true,
  winners: ({ placings, places }) =>
    places === 0 ? winShares(placings) : placeShares(placings, places),
  paysPlaces: true,
  deadHeat: "COMMON",
  estimate: placed,
  rules: {
    AU_STD: { takeoutBps: 1700 },
    HK: { takeoutBps: 1750 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [{ index: 11, key: "double_place", name: "Double Place", layout: "legs" }],
});
