import type { MinorPoolCode } from "../bets/bet-types.ts";
import { type Cents, sumCents } from "../money/cents.ts";
import { ONE, fraction } from "../money/fraction.ts";
import { floor } from "../money/rounding.ts";
import { declareDividend, payCombination, rawDividend, takeoutOf } from "../pools/dividend.ts";
import type { MultiPool } from "../pools/pool-facts.ts";
import { planMulti, tierOf } from "./multi-plan.ts";
import type { Tier, WinningCombination } from "./plan-shapes.ts";
import type { Backing, PoolCount } from "./pool-tally.ts";
import type { DeclaredDividend, PoolOutcome } from "./pool-outcome.ts";

/** What a pool over three races and more has for each prize. */
export type PrizeMoney = {
  readonly takeoutCents: Cents;
  /** gross - takeout + jackpot brought in: both prizes together, without a guarantee. */
  readonly netCents: Cents;
  readonly majorCents: Cents;
  readonly minorCents: Cents;
  /** What the guarantee puts on top of the first prize. */
  readonly guaranteedCents: Cents;
};

/**
 * Divides a pool into its prizes. The second is a part of gross - takeout, down to the cent; the
 * jackpot belongs to the first. A second prize that nobody wins goes to the first, where somebody
 * wins that; a first prize never goes to the second. A guarantee is for a pool that has
 * winners of the first prize. Source: docs/rules/multi-race.md, "Two prizes", "A guarantee".
 */
export function prizeMoney(
  { rules, pool, jackpotInCents, guaranteeCents }: MultiPool,
  grossCents: Cents,
  won: ReadonlySet<Tier>,
): PrizeMoney {
  const takeoutCents = takeoutOf(grossCents, rules.takeoutBps[pool]);
  const freshCents = grossCents - takeoutCents;
  const netCents = freshCents + jackpotInCents;
  const bps = BigInt(rules.minorBps[pool as MinorPoolCode] ?? 0);
  const isShared = won.has("MINOR") || !won.has("MAJOR");
  const minorCents = isShared ? floor({ top: freshCents * bps, bottom: 10_000n }) : 0n;
  const majorCents = netCents - minorCents;
  const short = won.has("MAJOR") && guaranteeCents > majorCents;
  const guaranteedCents = short ? guaranteeCents - majorCents : 0n;
  return { takeoutCents, netCents, majorCents, minorCents, guaranteedCents };
}

/**
 * The same of a settled pool; null where it pays official dividends.
 *
 * @returns with `centsFor`, what a written prize was divided from.
 */
export function prizesOf(
  pool: MultiPool,
  outcome: PoolOutcome,
): (PrizeMoney & { centsFor: (combination: string) => Cents }) | null {
  if (pool.declared !== null) return null;
  const tiers = new Map(planMulti(pool).winners.map((each) => [each.combination, tierOf(each)]));
  const won = outcome.dividends.flatMap(({ combination }) => tiers.get(combination) ?? []);
  const money = prizeMoney(pool, outcome.grossCents, new Set(won));
  const centsFor = (combination: string): Cents => centsOfPrize(money, tiers.get(combination));
  return { ...money, centsFor };
}

function centsOfPrize(money: PrizeMoney, tier: Tier | undefined): Cents {
  return tier === "MINOR" ? money.minorCents : money.majorCents + money.guaranteedCents;
}

/** The dividend of each prize that is won, in cents before and after rounding. */
export function prizeDividend(
  { rules, pool }: MultiPool,
  money: PrizeMoney,
  { tier, stakesCents }: { tier: Tier; stakesCents: Cents },
) {
  const netCents = centsOfPrize(money, tier);
  const win = { share: ONE, stakesCents };
  const raw = rawDividend("COMMON", { netCents, backedCents: stakesCents }, win);
  return { raw: fraction(raw.top, raw.bottom), dividendCents: declareDividend(raw, rules, pool) };
}

/**
 * Settles a pool over three races and more where a prize is won, or, with none, its jackpot.
 * Source: docs/rules/multi-race.md, "Two prizes".
 */
export function multiOutcome(pool: MultiPool, count: PoolCount): PoolOutcome {
  const { grossCents, refundedCents, jackpotInCents, backed } = count;
  const won = new Set(backed.map(({ winner }) => tierOf(winner)));
  const money = prizeMoney(pool, grossCents, won);
  const dividends = backed.map((backing) => dividendOf(pool, money, backing));
  const paidCents = sumCents(dividends.map(paidOn));
  const { takeoutCents, netCents } = money;
  const jackpotOutCents = jackpotOf(money, won);
  const forWinners = netCents - jackpotOutCents;
  return {
    pool: pool.pool,
    status: won.has("MAJOR") ? "PAID" : won.has("MINOR") ? "JACKPOT_MINOR_PAID" : "JACKPOT",
    grossCents,
    refundedCents,
    jackpotInCents,
    takeoutCents,
    netCents,
    dividends,
    paidCents,
    breakageCents: forWinners > paidCents ? forWinners - paidCents : 0n,
    houseTopUpCents: paidCents > forWinners ? paidCents - forWinners : 0n,
    jackpotOutCents,
    bookResultCents: 0n,
  };
}

function jackpotOf({ netCents, majorCents }: PrizeMoney, won: ReadonlySet<Tier>): Cents {
  if (won.has("MAJOR")) return 0n;
  return won.has("MINOR") ? majorCents : netCents;
}

function dividendOf(pool: MultiPool, money: PrizeMoney, backing: Backing): DeclaredDividend {
  const { winner, stakesCents, tickets } = backing;
  const { raw, dividendCents } = prizeDividend(pool, money, {
    tier: tierOf(winner as WinningCombination),
    stakesCents,
  });
  const { combination, share } = winner;
  return { combination, dividendCents, raw, share, stakesCents, tickets };
}

function paidOn({ tickets, dividendCents }: DeclaredDividend): Cents {
  return sumCents(
    tickets.map(
      ({ unitStakeCents, count }) => BigInt(count) * payCombination(unitStakeCents, dividendCents),
    ),
  );
}
