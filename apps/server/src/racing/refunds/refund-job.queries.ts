import type { Queryable } from "../../core/db/connect.ts";
import { command, manyValues } from "../../core/db/statements.ts";
import type { RefundScope } from "../races/stored-bets.ts";
import { argumentsOf } from "../../core/db/arguments.ts";

export interface RefundJob extends RefundScope {
  readonly id: string;
  readonly cause: string;
  /** The last bet processed; null at the start. */
  readonly cursor: string | null;
}

interface JobRow extends Omit<RefundJob, "before"> {
  masks: { before: number[][] };
}

/** A refund job, done or not, without a lock. */
export async function readRefundJob(db: Queryable, id: string): Promise<RefundJob | null> {
  const { rows } = await db.query<JobRow>(
    `SELECT id, pool_id AS "poolId", cause, leg, number, masks, cursor_bet AS cursor
     FROM refund_job WHERE id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : toJob(rows[0]);
}

const TAKE = `SELECT id, pool_id AS "poolId", cause, leg, number, masks, cursor_bet AS cursor
  FROM refund_job WHERE id = $1 AND NOT is_done FOR UPDATE`;

/**
 * A job that is not done, with its row locked; null when it is done, or another worker has it and
 * is not waited for. @throws DatabaseBusy when the other holds it longer than the lock timeout
 */
export async function takeRefundJob(
  tx: Queryable,
  id: string,
  { waits = false } = {},
): Promise<RefundJob | null> {
  const { rows } = await tx.query<JobRow>(waits ? TAKE : `${TAKE} SKIP LOCKED`, [id]);
  return rows[0] === undefined ? null : toJob(rows[0]);
}

function toJob({ masks, ...job }: JobRow): RefundJob {
  return { ...job, before: masks.before };
}

/** Takes the locks under which a job's money may go on to the next legs of All Ups: before its row. */
export const lockNextLegs = command<[jobId: string]>(
  "SELECT lock_next_legs(pool_id) FROM refund_job WHERE id = $1",
);

/** The unfinished jobs of one race or of all, oldest first. Served by refund_job_open. */
export const listOpenRefundJobs = manyValues<string, [raceId?: string]>(`
  SELECT id FROM refund_job WHERE NOT is_done AND ($1::uuid IS NULL OR race_id = $1)
  ORDER BY created_at, id LIMIT 1000`);

export interface Refunded {
  readonly betId: string;
  readonly playerId: string;
  readonly entryId: string;
  readonly cause: string;
  readonly cents: bigint;
}

export interface PaidChunk {
  readonly jobId: string;
  readonly refunds: readonly Refunded[];
  readonly cursor: string | null;
  readonly isLast: boolean;
}

/** Pays one chunk in the caller's transaction, which holds the job's row. Locks: players by id. */
export async function payRefundChunk(tx: Queryable, chunk: PaidChunk): Promise<void> {
  const { refunds } = chunk;
  const values = argumentsOf("pay_refund_chunk", {
    p_job: chunk.jobId,
    p_entry: refunds.map((refund) => refund.entryId),
    p_bet: refunds.map((refund) => refund.betId),
    p_player: refunds.map((refund) => refund.playerId),
    p_cause: refunds.map((refund) => refund.cause),
    p_amount: refunds.map((refund) => refund.cents),
    p_cursor: chunk.cursor,
    p_done: chunk.isLast,
  });
  await tx.query("SELECT pay_refund_chunk($1, $2, $3, $4, $5, $6, $7, $8)", values);
}

/** Ends a pool that was refunded as a whole, once all of its refunds are paid. */
export const finishRefundedPool = command<[poolId: string]>("SELECT finish_refunded_pool($1)");
