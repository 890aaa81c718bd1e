import { assert } from "../assert.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { countCombinations, countScratched } from "../bets/count-combinations.ts";
import { CentsSum } from "../money/cents-sum.ts";
import type { Cents } from "../money/cents.ts";
import { jackpotInOf } from "../pools/pool-facts.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import type { PoolPlan, WinningCombination } from "./plan-shapes.ts";
import { multiOutcome } from "./multi-outcome.ts";
import { declaredOutcome, paidOutcome } from "./paid-outcome.ts";
import type { PoolOutcome, PoolStatus, TicketCount } from "./pool-outcome.ts";
import { countWinning, planPool } from "./pool-plan.ts";

/**
 * Counts the bets of one pool as they stream past. It keeps the live stakes and, per winning
 * combination, how many tickets there are at each unit stake: nothing per bet or per combination.
 * Source: docs/rules/pools.md, "Order of work".
 */
export class PoolTally {
  readonly pool: PoolFacts;
  readonly plan: PoolPlan;
  readonly #gross = new CentsSum();
  readonly #refunded = new CentsSum();
  readonly #tickets: readonly Map<Cents, number>[];

  constructor(pool: PoolFacts) {
    this.pool = pool;
    this.plan = planPool(pool);
    this.#tickets = this.plan.winners.map(() => new Map());
  }

  /** @param times - how many equal bets this one stands for. */
  add(bet: PoolBet, times = 1): void {
    assert(bet.unitStakeCents > 0n, "a unit stake is above zero");
    const { plan } = this;
    const combinations = countCombinations(bet);
    const gone = this.#countReturned(bet, combinations);
    if (gone > 0) this.#refunded.add(gone * times, bet.unitStakeCents);
    const live = combinations - gone;
    if (live === 0) return;
    this.#gross.add(live * times, bet.unitStakeCents);
    for (let i = 0; i < plan.winners.length; i += 1) {
      const won = countWinning(plan, bet, plan.winners[i] as WinningCombination);
      if (won === 0) continue;
      const tickets = this.#tickets[i] as Map<Cents, number>;
      tickets.set(bet.unitStakeCents, (tickets.get(bet.unitStakeCents) ?? 0) + won * times);
    }
  }

  /** Combinations whose stakes are no part of gross. */
  #countReturned(bet: PoolBet, combinations: number): number {
    if (this.plan.isOff) return combinations;
    return this.plan.hasScratched ? countScratched(bet, this.plan.scratched) : 0;
  }

  /** What was counted so far. */
  count(): PoolCount {
    const { pool } = this;
    const backings = this.plan.winners.map((winner, i) =>
      backingOf(winner, this.#tickets[i] as Map<Cents, number>),
    );
    return {
      pool,
      grossCents: this.#gross.total(),
      refundedCents: this.#refunded.total(),
      jackpotInCents: jackpotInOf(pool),
      backed: backings.filter((backing) => backing.stakesCents > 0n),
    };
  }
}

/** Begins to count the bets of a pool whose facts are final. */
export function startTally(pool: PoolFacts): PoolTally {
  return new PoolTally(pool);
}

/**
 * Settles a pool from its count: steps 3 to 10 of the order of work. The order of the bets does not
 * matter. Source: docs/rules/pools.md, "Order of work".
 *
 * @throws result.no_dividend - a backed winner of a declared pool has no dividend.
 */
export function finishTally(tally: PoolTally): PoolOutcome {
  return outcomeOfCount(tally.count(), tally.plan.winners.length > 0);
}

/**
 * The same from a count that was made elsewhere: the checker of a public race file has one.
 *
 * @param canWin - whether there is any winning combination, backed or not.
 * @throws result.no_dividend - a backed winner of a declared pool has no dividend.
 */
export function outcomeOfCount(count: PoolCount, canWin: boolean): PoolOutcome {
  const { declared, rules, pool } = count.pool;
  if (count.grossCents === 0n || !canWin || declared?.refunded) return refunded(count, "REFUND");
  if (declared !== null) return declaredOutcome(count, declared);
  if (count.backed.length === 0 && rules.noWinner[pool] === "REFUND") {
    return refunded(count, "REFUND_NO_WINNER");
  }
  return count.pool.kind === "multi" ? multiOutcome(count.pool, count) : paidOutcome(count);
}

/** Everything live goes back; a jackpot brought in is handed on. */
function refunded(count: PoolCount, status: PoolStatus): PoolOutcome {
  const { grossCents, refundedCents, jackpotInCents } = count;
  return {
    pool: count.pool.pool,
    status,
    grossCents,
    refundedCents,
    jackpotInCents,
    takeoutCents: 0n,
    netCents: grossCents,
    dividends: [],
    paidCents: grossCents,
    breakageCents: 0n,
    houseTopUpCents: 0n,
    jackpotOutCents: jackpotInCents,
    bookResultCents: 0n,
  };
}

function backingOf(winner: WinningCombination, tickets: ReadonlyMap<Cents, number>): Backing {
  const stakes = new CentsSum();
  const units = [...tickets].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [unit, count] of units) stakes.add(count, unit);
  return {
    winner,
    tickets: units.map(([unitStakeCents, count]) => ({ unitStakeCents, count })),
    stakesCents: stakes.total(),
  };
}

/** A winning combination with what was bet on it. */
export type Backing = {
  readonly winner: WinningCombination;
  readonly tickets: readonly TicketCount[];
  readonly stakesCents: Cents;
};

/** What a finished count of a pool's bets says. */
export type PoolCount = {
  readonly pool: PoolFacts;
  readonly grossCents: Cents;
  readonly refundedCents: Cents;
  readonly jackpotInCents: Cents;
  readonly backed: readonly Backing[];
};
