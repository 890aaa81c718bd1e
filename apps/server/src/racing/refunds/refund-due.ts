import type { Queryable } from "../../core/db/connect.ts";
import { patiently } from "../../core/db/patiently.ts";
import { theRow } from "../../core/db/statements.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { readRefundJob } from "./refund-job.queries.ts";
import { readPoolBets, type RefundScope, refundOf } from "../races/stored-bets.ts";

/** What is refunded to players. A bet refunded in two pools counts once. */
export interface Due {
  readonly refundedBets: number;
  readonly refundedCents: bigint;
}

export interface JobDue {
  readonly bets: number;
  /** Those of them that are counted with their other pool. */
  readonly secondParts: number;
  readonly cents: bigint;
}

const PAGE = 5000;

/**
 * Counts from the bets what the jobs will pay in all, and stores it in them for the live totals.
 * Runs after the act's commit, without its locks: no more bets can come on what is out. The act
 * stands, so a busy moment of the database is waited for instead of being its answer.
 */
export async function countDue(db: Queryable, jobIds: readonly string[]): Promise<Due> {
  let refundedBets = 0;
  let refundedCents = 0n;
  for (const jobId of jobIds) {
    const due = await patiently(async () => await storeDue(db, jobId));
    refundedBets += due.bets - due.secondParts;
    refundedCents += due.cents;
  }
  return { refundedBets, refundedCents };
}

const NOTHING: JobDue = { bets: 0, secondParts: 0, cents: 0n };

async function storeDue(db: Queryable, jobId: string): Promise<JobDue> {
  const job = await readRefundJob(db, jobId);
  if (job === null) return NOTHING;
  const due = await countJob(db, job);
  await db.query("UPDATE refund_job SET due_bets = $2, due_cents = $3 WHERE id = $1", [
    jobId,
    due.bets,
    due.cents,
  ]);
  return due;
}

/** What a job pays, or would pay, in all. Takes no lock. */
export async function countJob(db: Queryable, job: RefundScope): Promise<JobDue> {
  const isWholePool = job.number === null && job.before.every((numbers) => numbers.length === 0);
  if (isWholePool) return await sumPool(db, job.poolId);
  let [bets, secondParts, cents] = [0, 0, 0n];
  for await (const page of rowsAhead(PAGE, async (at) => await readPoolBets(db, job, at))) {
    for (const bet of page) {
      const refund = refundOf(bet, job);
      if (refund === 0n) continue;
      bets += 1;
      secondParts += bet.part - 1;
      cents += refund;
    }
  }
  return { bets, secondParts, cents };
}

/** With no earlier refunds a pool goes back as accepted: its bets need not be read one by one. */
const sumPool = theRow<JobDue, [poolId: string]>(`
  SELECT count(*)::integer AS bets, coalesce(sum(part - 1), 0)::integer AS "secondParts",
    coalesce(sum(cents), 0)::bigint AS cents
  FROM (SELECT id, cost_cents - cost2_cents AS cents, 1 AS part FROM bet WHERE pool_id = $1
    UNION ALL SELECT id, cost2_cents, 2 FROM bet WHERE pool_id2 = $1) b
  WHERE NOT EXISTS (SELECT FROM bet_credit c WHERE c.bet_id = b.id AND c.kind = 'void')`);
