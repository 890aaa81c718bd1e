import type { PoolBet } from "../bets/bet-order.ts";
import { readCombination } from "../bets/combinations.ts";
import { countCombinations, countScratched } from "../bets/count-combinations.ts";
import type { Cents } from "../money/cents.ts";
import { payCombination } from "../pools/dividend.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import type { DeclaredDividend, PoolOutcome } from "./pool-outcome.ts";
import type { PoolPlan, WinningCombination } from "./plan-shapes.ts";
import { countWinning, planPool } from "./pool-plan.ts";

/** What one winning combination pays to a bet. */
export type WinningLine = {
  readonly combination: string;
  /** 1; in a double more, when withdrawn runners of the bet were replaced by the favourite. */
  readonly count: number;
  readonly dividendCents: Cents;
  readonly payoutCents: Cents;
};

/** What one pool gives to a bet. Payout and refund are never added together. */
export type BetSettlement = {
  readonly payoutCents: Cents;
  /** Everything that comes back over the life of the bet in this pool. */
  readonly refundCents: Cents;
  /** The part of the refund that scratchings gave, which the player may already have. */
  readonly scratchRefundCents: Cents;
  readonly lines: readonly WinningLine[];
};

/** Who stood in for whom in one leg. */
export type ReplacedRunners = {
  readonly leg: number;
  readonly withdrawn: readonly number[];
  readonly favourite: number;
};

type Payable = Pick<WinningCombination, "numbers" | "combination" | "tier"> & {
  readonly dividendCents: Cents;
};

const NO_LINES: readonly WinningLine[] = [];

/** The part of an outcome by which bets are paid. */
export type PaidOutcome = {
  readonly status: PoolOutcome["status"];
  readonly dividends: readonly Pick<DeclaredDividend, "combination" | "dividendCents">[];
};

/** Pays the bets of one pool from its outcome alone, in any order and any number of times. */
export class PoolPayout {
  readonly #plan: PoolPlan;
  readonly #isRefund: boolean;
  readonly #payables: readonly Payable[];

  constructor(pool: PoolFacts, outcome: PaidOutcome) {
    this.#plan = planPool(pool);
    this.#isRefund = outcome.status === "REFUND" || outcome.status === "REFUND_NO_WINNER";
    const { winners } = this.#plan;
    this.#payables = outcome.dividends.map(({ combination, dividendCents }) => {
      const prize = winners.find((each) => each.tier && each.combination === combination);
      const numbers = prize === undefined ? readCombination(combination) : [];
      return { ...(prize && { tier: prize.tier }), combination, dividendCents, numbers };
    });
  }

  settle(bet: PoolBet): BetSettlement {
    const { unitStakeCents } = bet;
    const scratchRefundCents = this.#scratchRefund(bet);
    if (this.#isRefund) {
      const refundCents = BigInt(countCombinations(bet)) * unitStakeCents;
      return { payoutCents: 0n, refundCents, scratchRefundCents, lines: NO_LINES };
    }
    let payoutCents = 0n;
    let lines = NO_LINES;
    for (const payable of this.#payables) {
      const count = countWinning(this.#plan, bet, payable);
      if (count === 0) continue;
      const line = payLine(payable, count, unitStakeCents);
      payoutCents += line.payoutCents;
      lines = [...lines, line];
    }
    return { payoutCents, refundCents: scratchRefundCents, scratchRefundCents, lines };
  }

  /** Pools over several races: the withdrawn runners of a bet that the favourite stands in for, by leg. */
  replaced({ slots }: PoolBet): readonly ReplacedRunners[] {
    return (this.#plan.substitutions ?? []).flatMap(({ withdrawn, favourite }, index) => {
      const gone = (slots[index] ?? []).filter((runner) => withdrawn.has(runner));
      if (gone.length === 0 || favourite === null) return [];
      return [{ leg: index + 1, withdrawn: gone, favourite }];
    });
  }

  #scratchRefund(bet: PoolBet): Cents {
    const { hasScratched, scratched } = this.#plan;
    if (!hasScratched) return 0n;
    const gone = countScratched(bet, scratched);
    return gone === 0 ? 0n : BigInt(gone) * bet.unitStakeCents;
  }
}

function payLine(payable: Payable, count: number, unitStakeCents: Cents): WinningLine {
  const { combination, dividendCents } = payable;
  const payoutCents = BigInt(count) * payCombination(unitStakeCents, dividendCents);
  return { combination, count, dividendCents, payoutCents };
}

/** Begins to pay the bets of a settled pool. Source: docs/rules/pools.md, "Order of work". */
export function startPayout(pool: PoolFacts, outcome: PaidOutcome): PoolPayout {
  return new PoolPayout(pool, outcome);
}

/** Pays one bet of a settled pool; for many of them `startPayout` prepares the pool once. */
export function settleBet(pool: PoolFacts, outcome: PoolOutcome, bet: PoolBet): BetSettlement {
  return startPayout(pool, outcome).settle(bet);
}
