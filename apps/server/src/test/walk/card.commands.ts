import { type PoolCode, isDoublePool, isMultiPool, RACE_POOL_CODES } from "@club/domain";
import { type Command, type Step, onRace, pick, racesIn } from "./command.ts";
import { hasBets } from "./life-of-race.ts";
import type { Race } from "./facts.ts";

/** What a race may offer beside WIN, which it always does. */
export const OTHERS: readonly PoolCode[] = RACE_POOL_CODES.filter((code) => code !== "WIN");

export function openStep(race: Race): Step {
  return {
    told: `open ${race.key}`,
    act: onRace(race, "open"),
    then: (now) => {
      race.status = "open";
      for (const code of race.offered) if (!isDoublePool(code)) now.addPool(code, [race]);
    },
  };
}

/** A race is opened, and its pools are chosen. */
export const CARD: readonly Command[] = [
  {
    name: "open",
    weight: 6,
    plan: (model, [a]) => {
      const race = pick(racesIn(model, "draft"), a);
      if (race === undefined) return null;
      return openStep(race);
    },
  },
  {
    name: "offer",
    weight: 2,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "draft", "open"), a);
      if (race === undefined || race.hasStarted) return null;
      const wanted = new Set<PoolCode>(["WIN", ...OTHERS.filter((_, i) => ((b >> i) & 1) === 1)]);
      const gone = model.pools.filter(
        (pool) => pool.legs.includes(race) && !isMultiPool(pool.code) && !wanted.has(pool.code),
      );
      const isUsed = gone.some(
        (pool) => pool.jackpotIn > 0n || pool.isGivenBack || pool.isTouched || hasBets(model, pool),
      );
      return {
        told: `offer ${[...wanted].join(" ")} on ${race.key}`,
        ...(isUsed ? { refused: "pool.in_use" } : {}),
        act: onRace(race, "pools", { pools: [...wanted] }),
        then: (now) => {
          for (const pool of gone) now.pools.splice(now.pools.indexOf(pool), 1);
          const added = [...wanted].filter(
            (code) => !race.offered.has(code) && !isDoublePool(code),
          );
          if (race.status === "open") for (const code of added) now.addPool(code, [race]);
          race.offered = wanted;
        },
      };
    },
  },
];
