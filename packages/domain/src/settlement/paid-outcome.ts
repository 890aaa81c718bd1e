import { assert } from "../assert.ts";
import { type Cents, sumCents } from "../money/cents.ts";
import { type Fraction, divide, fraction, sum } from "../money/fraction.ts";
import {
  deadHeatMethodOf,
  declareDividend,
  payCombination,
  rawDividend,
  takeoutOf,
} from "../pools/dividend.ts";
import type { DeclaredDividends } from "../pools/pool-facts.ts";
import { refuse } from "../refusal.ts";
import type { DeclaredDividend, PoolOutcome } from "./pool-outcome.ts";
import type { WinningCombination } from "./plan-shapes.ts";
import type { Backing, PoolCount } from "./pool-tally.ts";

/** The backed winners that have one share and one dividend together. */
type BackedGroup = { readonly share: Fraction; readonly stakesCents: Cents };

/**
 * Steps 3 to 10 where tickets win, or, with none backed, the jackpot.
 * Source: docs/rules/pools.md, "Order of work".
 */
export function paidOutcome(count: PoolCount): PoolOutcome {
  const { rules, pool } = count.pool;
  const takeoutCents = takeoutOf(count.grossCents, rules.takeoutBps[pool]);
  const netCents = count.grossCents - takeoutCents + count.jackpotInCents;
  const dividends = clubDividends(count, netCents);
  const paidCents = paidOn(dividends);
  const isJackpot = dividends.length === 0;
  return {
    ...startOf(count),
    status: isJackpot ? "JACKPOT" : "PAID",
    takeoutCents,
    netCents,
    dividends,
    paidCents,
    breakageCents: !isJackpot && netCents > paidCents ? netCents - paidCents : 0n,
    houseTopUpCents: paidCents > netCents ? paidCents - netCents : 0n,
    jackpotOutCents: isJackpot ? netCents : 0n,
    bookResultCents: 0n,
  };
}

/**
 * Pays the official dividends as they are; what is left or short is the club's book result.
 * Source: docs/rules/pools.md, "Declared dividends".
 *
 * @throws result.no_dividend - with every backed winner that has none.
 */
export function declaredOutcome(count: PoolCount, declared: DeclaredDividends): PoolOutcome {
  const found = count.backed.map((backing) => findDeclared(backing.winner, declared));
  const missing = count.backed.filter((_, i) => found[i] === undefined);
  if (missing.length > 0) {
    // The partners of a winner in a field are declared together.
    const named = missing.map(({ winner }) => winner.fieldCombination ?? winner.combination);
    const combinations = [...new Set(named)];
    refuse("result.no_dividend", { pool: count.pool.pool, combinations });
  }
  const shares = groupBacked(count.backed);
  const dividends = count.backed.map((backing, i): DeclaredDividend => {
    const dividendCents = found[i] as Cents;
    return describe(backing, shares, { raw: fraction(dividendCents, 1n), dividendCents });
  });
  const paidCents = paidOn(dividends);
  return {
    ...startOf(count),
    status: "PAID",
    takeoutCents: 0n,
    netCents: count.grossCents,
    dividends,
    paidCents,
    breakageCents: 0n,
    houseTopUpCents: 0n,
    jackpotOutCents: count.jackpotInCents,
    bookResultCents: count.grossCents - paidCents,
  };
}

function startOf({ pool, grossCents, refundedCents, jackpotInCents }: PoolCount) {
  return { pool: pool.pool, grossCents, refundedCents, jackpotInCents };
}

function findDeclared(winner: WinningCombination, declared: DeclaredDividends): Cents | undefined {
  const { combination, fieldCombination } = winner;
  const own = declared.dividends.find((entry) => entry.combination === combination);
  const entry = own ?? declared.dividends.find((each) => each.combination === fieldCombination);
  return entry?.dividendCents;
}

function clubDividends(count: PoolCount, netCents: Cents): DeclaredDividend[] {
  const { rules, pool } = count.pool;
  const method = deadHeatMethodOf(rules, pool);
  const money = { netCents, backedCents: sumCents(count.backed.map((each) => each.stakesCents)) };
  const groups = groupBacked(count.backed);
  return count.backed.map((backing) => {
    const raw = rawDividend(method, money, groupOf(groups, backing));
    return describe(backing, groups, { raw, dividendCents: declareDividend(raw, rules, pool) });
  });
}

/** The backed groups, their shares scaled to sum to 1 (step 7). */
function groupBacked(backed: readonly Backing[]): ReadonlyMap<number, BackedGroup> {
  const groups = new Map<number, BackedGroup>();
  for (const { winner, stakesCents } of backed) {
    const before = groups.get(winner.group)?.stakesCents ?? 0n;
    groups.set(winner.group, { share: winner.share, stakesCents: before + stakesCents });
  }
  const whole = sum([...groups.values()].map((group) => group.share));
  for (const [key, group] of groups) {
    groups.set(key, { share: divide(group.share, whole), stakesCents: group.stakesCents });
  }
  return groups;
}

function groupOf(groups: ReadonlyMap<number, BackedGroup>, backing: Backing): BackedGroup {
  const group = groups.get(backing.winner.group);
  assert(group !== undefined, "a backed combination is in a group");
  return group;
}

function describe(
  { winner, stakesCents, tickets }: Backing,
  groups: ReadonlyMap<number, BackedGroup>,
  dividend: { raw: Fraction; dividendCents: Cents },
): DeclaredDividend {
  const share = groups.get(winner.group)?.share ?? winner.share;
  return { combination: winner.combination, ...dividend, share, stakesCents, tickets };
}

/** Every winning combination of every ticket, each paid alone, down to the cent. */
function paidOn(dividends: readonly DeclaredDividend[]): Cents {
  return sumCents(
    dividends.flatMap(({ tickets, dividendCents }) =>
      tickets.map(
        (each) => BigInt(each.count) * payCombination(each.unitStakeCents, dividendCents),
      ),
    ),
  );
}
