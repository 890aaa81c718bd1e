import { definePool, MOST_OVER_RACES } from "./define-pool.ts";
import { won } from "./harville.ts";
import { winShares } from "./shares.ts";

/** The winners of four races. */
export const QUADDIE = definePool({
  code: "QUADDIE",
  legs: 4,
  length: 4,
  isOrdered: true,
  winners: ({ placings }) => winShares(placings),
  deadHeat: "COMMON",
  isLater: true,
  mayJackpot: true,
  mostCombinations: MOST_OVER_RACES,
  estimate: won,
  rules: {
    AU_STD: { takeoutBps: 2050, noWinner: "JACKPOT" },
    HK: { takeoutBps: 2500 },
    UK_TOTE: { takeoutBps: 2600 },
  },
  bets: [{ index: 31, key: "quaddie", name: "Quaddie", layout: "legs" }],
});
