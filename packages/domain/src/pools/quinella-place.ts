import { definePool, NEAREST_5 } from "./define-pool.ts";
import { pairShares } from "./shares.ts";

/** Two of the first three. */
export const QUINELLA_PLACE = definePool({
  code: "QUINELLA_PLACE",
  legs: 1,
  length: 2,
  allUp: true,
  isOrdered: false,
  winners: ({ placings }) => pairShares(placings, 3),
  isLater: true,
  mayJackpot: true,
  estimate: "board",
  rules: {
    AU_STD: { takeoutBps: 1475, minStarters: 7 },
    HK: { takeoutBps: 1750, rounding: NEAREST_5 },
    UK_TOTE: { takeoutBps: 1925 },
  },
  bets: [
    { index: 16, key: "quinella_place", name: "Quinella Place", layout: "pair" },
    { index: 17, key: "quinella_place_box", name: "Quinella Place Box", layout: "box" },
    {
      index: 18,
      key: "quinella_place_standout",
      name: "Quinella Place Stand Out",
      layout: "standout",
    },
  ],
});
