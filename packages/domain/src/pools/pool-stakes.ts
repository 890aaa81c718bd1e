import type { PoolBet, ScratchedByLeg } from "../bets/bet-order.ts";
import type { PoolCode } from "../bets/bet-types.ts";
import { combinationsOf, withoutScratched } from "../bets/combinations.ts";
import type { Cents } from "../money/cents.ts";

/** Live stakes by written combination. */
export type StakesByCombination = Map<string, Cents>;

/** Which stakes of a pool count. */
export type LivePool = { readonly pool: PoolCode; readonly scratched: ScratchedByLeg };

/**
 * Adds a bet's live combinations to the stakes of its pool. It enumerates every combination, so it
 * is only for WIN, PLACE and the public file of a race; settlement counts without it.
 * Source: docs/rules/pools.md, "Order of work".
 */
export function addStakes(
  stakes: StakesByCombination,
  { pool, scratched }: LivePool,
  bet: PoolBet,
) {
  for (const combination of combinationsOf(withoutScratched(bet, scratched), pool)) {
    stakes.set(combination, (stakes.get(combination) ?? 0n) + bet.unitStakeCents);
  }
}

/** The stakes of a WIN or PLACE pool by runner. */
export function stakesByRunner(stakes: StakesByCombination): Map<number, Cents> {
  return new Map([...stakes].map(([combination, cents]) => [Number(combination), cents]));
}
