import { type RunnerPoolCode, poolOf } from "../bets/bet-types.ts";
import type { Cents } from "../money/cents.ts";
import { sumCents } from "../money/cents.ts";
import { ONE, fraction } from "../money/fraction.ts";
import { declareDividend, rawDividend, takeoutOf } from "./dividend.ts";
import { type RuleSet, placesPaid } from "./rule-sets.ts";

/** The stakes of a pool on one race as they stand, before any result. */
export type OpenPool = {
  readonly pool: RunnerPoolCode;
  readonly rules: RuleSet;
  readonly handicap: boolean;
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
  readonly stakesByRunner: ReadonlyMap<number, Cents>;
};

/** What a live runner would pay per 1.00; null when nobody backs it, or the pool would be refunded. */
export type Approximate = { readonly runner: number; readonly dividendCents: Cents | null };

/**
 * What each live runner would pay if betting closed now: WIN net / stakes on it, PLACE an m-th part
 * of net / stakes on it (m places paid), without dead heats and as if each place were backed; then
 * the rule set's rounding and minimum. Source: docs/rules/pools.md, "Approximate dividends".
 */
export function approximateDividends(open: OpenPool): Approximate[] {
  const { pool, rules, stakesByRunner } = open;
  const live = liveOf(open);
  const grossCents = grossOf(open);
  const netCents = grossCents - takeoutOf(grossCents, rules.takeoutBps[pool]);
  const places = placesPaid(rules, live.length, open.handicap);
  const winners = poolOf(pool).paysPlaces ? places : 1;
  const isRun = winners > 0 && live.length >= rules.minStarters[pool];
  return live.map((runner) => {
    const stakesCents = stakesByRunner.get(runner) ?? 0n;
    if (!isRun || stakesCents === 0n) return { runner, dividendCents: null };
    const share = winners === 1 ? ONE : fraction(1n, BigInt(winners));
    const raw = rawDividend("EQUAL_SHARE", { netCents, backedCents: 0n }, { share, stakesCents });
    return { runner, dividendCents: declareDividend(raw, rules, pool) };
  });
}

/** The live stakes of a pool. */
export function grossOf(open: OpenPool): Cents {
  return sumCents(liveOf(open).map((runner) => open.stakesByRunner.get(runner) ?? 0n));
}

function liveOf({ runners, scratched }: OpenPool): number[] {
  return runners.filter((runner) => !scratched.includes(runner));
}
