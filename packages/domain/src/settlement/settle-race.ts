import { present } from "../assert.ts";
import type { BetOrder, PoolBet } from "../bets/bet-order.ts";
import { SINGLE_POOL_CODES, type SinglePoolCode, betTypeOf } from "../bets/bet-types.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import type { Cents } from "../money/cents.ts";
import type { DeclaredDividends, SinglePool } from "../pools/pool-facts.ts";
import { placesPaid } from "../pools/rule-sets.ts";
import { type BetStatus, betStatus } from "./bet-status.ts";
import { type PoolPayout, type WinningLine, startPayout } from "./pay-bet.ts";
import type { PoolOutcome } from "./pool-outcome.ts";
import { countStarters } from "./pool-plan.ts";
import { finishTally, startTally } from "./pool-tally.ts";

/** Everything but the bets that decides the money of one race. */
export type RaceFacts = Pick<
  SinglePool,
  "rules" | "handicap" | "runners" | "scratched" | "abandoned" | "placings"
> & {
  /** By pool; a pool that is not named brings none. */
  readonly jackpotInCents: Partial<Record<SinglePoolCode, Cents>>;
  /** null: club dividends. Else by pool; one that is not named has no dividend at all. */
  readonly declared: Partial<Record<SinglePoolCode, DeclaredDividends>> | null;
};

export type SettledBet = {
  readonly combinations: number;
  readonly costCents: Cents;
  readonly payoutCents: Cents;
  readonly refundCents: Cents;
  readonly status: BetStatus;
  readonly lines: readonly (WinningLine & { readonly pool: SinglePoolCode })[];
};

export type SettledRace = {
  readonly placesPaid: number;
  /** One outcome per pool of the race, in the order of the pools; also those without bets. */
  readonly pools: readonly PoolOutcome[];
  /** In the order of the bets. */
  readonly bets: readonly SettledBet[];
  /** What the next race gets, by pool, where there is any. */
  readonly jackpotNext: Partial<Record<SinglePoolCode, Cents>>;
};

/** The facts of one pool of a race. */
export function poolOfRace(race: RaceFacts, pool: SinglePoolCode): SinglePool {
  const { jackpotInCents, declared, ...facts } = race;
  const none = { refunded: false, dividends: [] };
  return {
    ...facts,
    kind: "single",
    pool,
    jackpotInCents: jackpotInCents[pool] ?? 0n,
    declared: declared === null ? null : (declared[pool] ?? none),
  };
}

/** The parts of a bet by pool: Each Way has two, every other type one. */
export function partsOf(order: BetOrder): { pool: SinglePoolCode; bet: PoolBet }[] {
  const { betType, slots, unitStakeCents, unitStake2Cents } = order;
  const units = [unitStakeCents, unitStake2Cents ?? unitStakeCents];
  return betTypeOf(betType).pools.map((pool, i) => ({
    pool: pool as SinglePoolCode,
    bet: { betType, slots, unitStakeCents: present(units[i], "a bet has at most two parts") },
  }));
}

/**
 * Settles every pool of one race with its bets in memory: for tests, the browser and the checker. A
 * server streams its bets through `startTally` and `startPayout` instead.
 * Source: docs/rules/pools.md, "Order of work".
 *
 * @param bets - bets on this race alone; doubles have a pool of their own.
 * @throws result.no_dividend
 */
export function settleRace(race: RaceFacts, bets: readonly BetOrder[]): SettledRace {
  const parts = bets.map(partsOf);
  const settled = SINGLE_POOL_CODES.map((code) => {
    const tally = startTally(poolOfRace(race, code));
    for (const each of parts.flat()) if (each.pool === code) tally.add(each.bet);
    const outcome = finishTally(tally);
    return { code, outcome, payout: startPayout(tally.pool, outcome) };
  });
  const payouts = new Map(settled.map(({ code, payout }) => [code, payout]));
  const jackpots = settled.filter(({ outcome }) => outcome.jackpotOutCents > 0n);
  return {
    placesPaid: placesPaid(race.rules, countStarters(race), race.handicap),
    pools: settled.map(({ outcome }) => outcome),
    bets: bets.map((order) => settleOrder(order, payouts)),
    jackpotNext: Object.fromEntries(
      jackpots.map(({ code, outcome }) => [code, outcome.jackpotOutCents]),
    ),
  };
}

function settleOrder(
  order: BetOrder,
  payouts: ReadonlyMap<SinglePoolCode, PoolPayout>,
): SettledBet {
  const perPool = countCombinations(order);
  let [combinations, costCents, payoutCents, refundCents] = [0, 0n, 0n, 0n];
  const lines = partsOf(order).flatMap(({ pool, bet }) => {
    const settled = present(payouts.get(pool), "the pool is of one race").settle(bet);
    combinations += perPool;
    costCents += BigInt(perPool) * bet.unitStakeCents;
    payoutCents += settled.payoutCents;
    refundCents += settled.refundCents;
    return settled.lines.map((line) => ({ ...line, pool }));
  });
  const status = betStatus({ costCents, payoutCents, refundCents, settled: true, voided: false });
  return { combinations, costCents, payoutCents, refundCents, status, lines };
}
