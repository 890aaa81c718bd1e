import { type PoolOutcome, type PoolTally, Refusal, assert, finishTally } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { factsToText } from "../../proofs/pools/facts-json.ts";
import type { PoolTask } from "./read-pool-facts.ts";
import { tallyPool } from "../../proofs/pools/tally-pool.ts";

/** What settling would do to one pool. */
export interface PlannedPool {
  readonly task: PoolTask;
  readonly outcome: PoolOutcome;
  /** Backed winners without a declared dividend; if there are any, the race cannot be settled. */
  readonly missing: readonly string[];
}

/** Pools counted at the same time: while the database reads one, another is counted. */
const AT_ONCE = 2;

/** Settles these pools on paper, in task order: reads their bets, moves nothing. */
export async function planPools(db: Queryable, tasks: readonly PoolTask[]): Promise<PlannedPool[]> {
  const planned = new Array<PlannedPool>(tasks.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < tasks.length; i = next++) {
      const task = tasks[i] as PoolTask;
      planned[i] = planOf(task, await tallyPool(db, task));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tasks.length) }, work));
  return planned;
}

/**
 * Whether the plans are equal: the same facts, and none of the bets was cancelled in between. No
 * other bet comes or goes once the race is closed.
 */
export function sameFacts(a: readonly PoolTask[], b: readonly PoolTask[]): boolean {
  const text = (tasks: readonly PoolTask[]): string =>
    tasks.map(({ pool, facts }) => [pool.id, pool.voided, factsToText(facts)].join(" ")).join("\n");
  return text(a) === text(b);
}

/** Rules.md section 4: what comes into a pool goes out of it, to the cent. */
export function isBalanced(outcome: PoolOutcome): boolean {
  const into = outcome.grossCents + outcome.jackpotInCents + outcome.houseTopUpCents;
  const kept = outcome.takeoutCents + outcome.breakageCents + outcome.jackpotOutCents;
  return into === kept + outcome.paidCents + outcome.bookResultCents;
}

function planOf(task: PoolTask, tally: PoolTally): PlannedPool {
  try {
    const outcome = finishTally(tally);
    assert(isBalanced(outcome), "what comes into a pool goes out of it");
    return { task, outcome, missing: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "result.no_dividend") throw error;
    return {
      task,
      outcome: unknownOutcome(tally),
      missing: error.params["combinations"] as string[],
    };
  }
}

/** What is known of a declared pool while a dividend is missing: the money in it. */
function unknownOutcome(tally: PoolTally): PoolOutcome {
  const { grossCents, refundedCents, jackpotInCents } = tally.count();
  return {
    pool: tally.pool.pool,
    status: "PAID",
    grossCents,
    refundedCents,
    jackpotInCents,
    takeoutCents: 0n,
    netCents: grossCents,
    dividends: [],
    paidCents: 0n,
    breakageCents: 0n,
    houseTopUpCents: 0n,
    jackpotOutCents: jackpotInCents,
    bookResultCents: 0n,
  };
}
