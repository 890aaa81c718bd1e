import type { Selection } from "../bets/bet-order.ts";
import { poolOf } from "../bets/bet-types.ts";
import { writeCombination } from "../bets/combinations.ts";
import { covers } from "../bets/covers.ts";
import type { PoolFacts, SinglePool } from "../pools/pool-facts.ts";
import { placesPaid } from "../pools/rule-sets.ts";
import { countInDouble, planDouble } from "./double-plan.ts";
import { countInTier, planMulti } from "./multi-plan.ts";
import type { PoolPlan, WinningCombination } from "./plan-shapes.ts";

type Winner = Pick<WinningCombination, "numbers" | "tier">;

/** The plan of a pool. Source: docs/rules/pools.md, "Order of work". */
export function planPool(pool: PoolFacts): PoolPlan {
  switch (pool.kind) {
    case "single":
      return planSingle(pool);
    case "double":
      return planDouble(pool);
    case "multi":
      return planMulti(pool);
  }
}

/** The winning combinations of a pool; none when it is off or too few finished. */
export function winningCombinations(pool: PoolFacts): readonly WinningCombination[] {
  return planPool(pool).winners;
}

/**
 * How many of a bet's combinations win as this one: 0 or 1, in a double more when withdrawn runners
 * of the bet are replaced by the favourite; over three races and more, how many win this prize.
 * Source: docs/rules/doubles.md, "Withdrawn runners"; docs/rules/multi-race.md, "What wins".
 */
export function countWinning(plan: PoolPlan, bet: Selection, winner: Winner): number {
  if (plan.legWins !== undefined && winner.tier !== undefined) {
    return countInTier(plan.legWins, bet.slots, winner.tier);
  }
  if (plan.substitutions === null) return covers(bet, winner.numbers) ? 1 : 0;
  return countInDouble(plan.substitutions, bet.slots, winner.numbers);
}

/** The number of starters: runners less the scratched. */
export function countStarters(field: Pick<SinglePool, "runners" | "scratched">): number {
  return field.runners.filter((runner) => !field.scratched.includes(runner)).length;
}

function planSingle(pool: SinglePool): PoolPlan {
  const starters = countStarters(pool);
  const isOff = pool.abandoned || starters < pool.rules.minStarters[pool.pool];
  const places = placesPaid(pool.rules, starters, pool.handicap);
  const { placings } = pool;
  const shares = isOff ? [] : poolOf(pool.pool).winners({ placings, places });
  return {
    isOff,
    scratched: [new Set(pool.scratched)],
    hasScratched: pool.scratched.length > 0,
    substitutions: null,
    winners: shares.map(({ numbers, share }, group) => {
      const combination = writeCombination(pool.pool, numbers);
      return { numbers, share, combination, fieldCombination: null, group };
    }),
  };
}
