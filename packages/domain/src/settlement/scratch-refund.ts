import { assert } from "../assert.ts";
import type { PoolBet, ScratchedByLeg } from "../bets/bet-order.ts";
import { countLive } from "../bets/count-combinations.ts";
import type { Cents } from "../money/cents.ts";
import type { RuleSet } from "../pools/rule-sets.ts";

/**
 * What comes back to the part of a bet in one pool when more runners are scratched: its combinations
 * that were live before and are not now, each at its unit stake. Refunds of one bet over several
 * scratchings add up to that of all at once. Source: docs/rules/scratchings.md, "What comes back".
 *
 * @param before - by leg, the scratched whose combinations have come back already.
 * @param now - by leg, all of them: `before` and the new ones. Not those that a favourite replaces
 * (`refundsWithdrawn`).
 */
export function scratchRefund(bet: PoolBet, before: ScratchedByLeg, now: ScratchedByLeg): Cents {
  const gone = countLive(bet, before) - countLive(bet, now);
  assert(gone >= 0, "a scratching is never taken back");
  return BigInt(gone) * bet.unitStakeCents;
}

/**
 * Whether a runner withdrawn from a leg of a double sends its combinations back at once; else the
 * favourite replaces it at settlement. Source: docs/rules/doubles.md, "Withdrawn runners".
 */
export function refundsWithdrawn(rules: RuleSet, leg: 1 | 2, hasLeg1Started: boolean): boolean {
  if (rules.doubles.withdrawn === "FAVOURITE") return false;
  return leg === 1 || !hasLeg1Started;
}

/**
 * The same for a leg of a pool over three races and more, where leg 1 is as the others.
 * Source: docs/rules/multi-race.md, "Withdrawn runners".
 */
export function refundsWithdrawnInMulti(rules: RuleSet, hasLeg1Started: boolean): boolean {
  return rules.doubles.withdrawn !== "FAVOURITE" && !hasLeg1Started;
}
