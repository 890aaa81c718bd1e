import { definePool, MOST_OVER_RACES } from "./define-pool.ts";
import { won } from "./harville.ts";
import { winShares } from "./shares.ts";

/** The winners of three races. */
export const TREBLE = definePool({
  code: "TREBLE",
  legs: 3,
  length: 3,
  isOrdered: true,
  winners: ({ placings }) => winShares(placings),
  deadHeat: "COMMON",
  isLater: true,
  mayJackpot: true,
  mostCombinations: MOST_OVER_RACES,
  estimate: won,
  rules: {
    AU_STD: { takeoutBps: 2000, noWinner: "JACKPOT" },
    HK: { takeoutBps: 2300 },
    UK_TOTE: { takeoutBps: 2500 },
  },
  bets: [{ index: 30, key: "treble", name: "Treble", layout: "legs" }],
});
