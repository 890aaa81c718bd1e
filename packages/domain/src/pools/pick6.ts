import { definePool, MOST_OVER_RACES } from "./define-pool.ts";
import { won } from "./harville.ts";
import { winShares } from "./shares.ts";

/** The winners of six races; a part of it goes to those who have exactly five. */
export const PICK6 = definePool({
  code: "PICK6",
  legs: 6,
  length: 6,
  isOrdered: true,
  winners: ({ placings }) => winShares(placings),
  deadHeat: "COMMON",
  isLater: true,
  mayJackpot: true,
  mostCombinations: MOST_OVER_RACES,
  estimate: won,
  rules: {
    AU_STD: { takeoutBps: 2500, noWinner: "JACKPOT", minorBps: 2500 },
    HK: { takeoutBps: 2500 },
    UK_TOTE: { takeoutBps: 2800 },
  },
  bets: [{ index: 32, key: "pick6", name: "Pick 6", layout: "legs" }],
});
