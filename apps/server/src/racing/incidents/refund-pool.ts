import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { tellRace } from "../races/race-act.ts";
import { forgetRaceFacts } from "../races/race-facts.ts";
import { lockRaces } from "../races/race-locks.ts";
import { countDue, type Due } from "../refunds/refund-due.ts";
import { addRefundJob, readAffectedPools } from "../refunds/refund-jobs.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";

export interface PoolRefund {
  readonly poolId: string;
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface RefundedPool extends Due {
  /** With four eyes: what waits for a second operator. */
  readonly approvalId: string | null;
}

/**
 * Refunds every stake of one pool and ends it; the other pools of the race go on. With four eyes a
 * second operator must approve it, and nothing moves before.
 *
 * @throws not_found, pool.state, settlement.begun
 */
export async function refundPool(ctx: AppContext, asked: PoolRefund): Promise<RefundedPool> {
  const poolId = knownId(asked.poolId);
  const done = await withTransaction(ctx.db.operators, async (tx) => {
    const pool = await lockPool(tx, poolId);
    await requireRefundable(tx, pool);
    const { reason, operator, request } = asked;
    if (ctx.settings.fourEyes) {
      const approvalId = await requestApproval(tx, {
        kind: "pool.refund",
        playerId: null,
        target: pool.race_id,
        payload: {
          pool_id: pool.id,
          pool: pool.code,
          meetings: pool.meetings,
          raceNo: pool.number,
        },
        reason,
        operator,
        ...(request === undefined ? {} : { request }),
      });
      return { pool, approvalId, jobId: null };
    }
    const jobId = await giveBack(tx, pool);
    await audit(tx, {
      action: "race.pool_refund",
      operator,
      request,
      target: pool.race_id,
      before: { pool_id: pool.id, pool: pool.code, status: pool.status },
      after: { status: "REFUND" },
      reason,
    });
    return { pool, approvalId: null, jobId };
  });
  if (done.jobId === null) {
    return { approvalId: done.approvalId, refundedBets: 0, refundedCents: 0n };
  }
  return { approvalId: null, ...(await finish(ctx, done.pool.race_id, [done.jobId])) };
}

/** A pool refund that waits for a second operator: everything is checked again when it happens. */
export const poolRefundApproval = defineApproval({
  kind: "pool.refund",
  roles: ["pool_controller"],
  payload: z.object({
    pool_id: z.string(),
    /** Shown to whoever decides. */
    pool: z.string(),
    meetings: z.string(),
    raceNo: z.int(),
  }),
  lock: async (tx, asked) => {
    await lockPool(tx, asked.payload.pool_id);
  },
  carryOut: async (tx, asked) => {
    const pool = await lockPool(tx, asked.payload.pool_id);
    await requireRefundable(tx, pool);
    const jobId = await giveBack(tx, pool);
    return { pool_id: pool.id, refund_job: jobId };
  },
  finish: async (ctx, asked) => {
    const jobs = await openJobs(ctx, asked.payload.pool_id);
    await finish(ctx, asked.target, jobs);
  },
});

interface PoolRow {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  readonly race_id: string;
  readonly races: readonly string[];
  readonly meetings: string;
  readonly number: number;
}

/** Reads a pool under its race's exclusive lock; of several, with the other legs' shared locks. */
async function lockPool(tx: Queryable, poolId: string): Promise<PoolRow> {
  const found = await readPool(tx, poolId);
  if (found === null) throw new Refusal("not_found");
  await lockRaces(tx, { exclusive: [found.race_id], shared: found.races });
  return (await readPool(tx, poolId)) ?? found;
}

/** By primary keys. */
const readPool = oneRow<PoolRow, [poolId: string]>(`
  SELECT p.id, p.code, p.status, p.race_id, m.name AS meetings, r.number,
    (SELECT array_agg(w.race_id) FROM race_of_pool w WHERE w.pool_id = p.id) AS races
  FROM pool p JOIN race r ON r.id = p.race_id JOIN meeting m ON m.id = r.meeting_id WHERE p.id = $1`);

/** @throws pool.state, settlement.begun */
async function requireRefundable(tx: Queryable, pool: PoolRow): Promise<void> {
  const { rows } = await tx.query(
    "SELECT 1 FROM refund_job WHERE pool_id = $1 AND number IS NULL LIMIT 1",
    [pool.id],
  );
  if (!["OPEN", "CLOSED"].includes(pool.status) || rows.length > 0) {
    throw new Refusal("pool.state", { pool_id: pool.id, status: pool.status });
  }
  // In a double that waits for a dividend or for its other leg, one leg may be long settled.
  const begun = await tx.query("SELECT 1 FROM settlement WHERE pool_id = $1 LIMIT 1", [pool.id]);
  if (begun.rows.length > 0) throw new Refusal("settlement.begun", { race_id: pool.race_id });
}

/** Ends the pool for bets and records that all of it is refunded: the next worker pays it. */
async function giveBack(tx: Queryable, { id, race_id }: PoolRow): Promise<string> {
  const pool = (await readAffectedPools(tx, race_id)).find((each) => each.id === id);
  if (pool === undefined) throw new Refusal("pool.state", { pool_id: id });
  await tx.query("UPDATE pool SET status = 'CLOSED' WHERE id = $1 AND status = 'OPEN'", [id]);
  const job = { pool, raceId: race_id, cause: `refund:${race_id}`, leg: 1, number: null } as const;
  const jobId = await addRefundJob(tx, job);
  await tellRace(tx, race_id);
  return jobId;
}

async function finish(ctx: AppContext, raceId: string, jobs: readonly string[]): Promise<Due> {
  forgetRaceFacts(ctx, raceId);
  forgetPublicRaces(ctx, raceId);
  const { refundedCents } = await countDue(ctx.db.jobs, jobs);
  await payRefundsInline(ctx, raceId);
  // Counts the one part of an Each Way refunded here, though it is not a bet of its own.
  const { rows } = await ctx.db.jobs.query<{ bets: number }>(
    "SELECT coalesce(sum(due_bets), 0)::integer AS bets FROM refund_job WHERE id = ANY ($1)",
    [jobs],
  );
  return { refundedBets: rows[0]?.bets ?? 0, refundedCents };
}

async function openJobs(ctx: AppContext, poolId: string): Promise<string[]> {
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    "SELECT id FROM refund_job WHERE pool_id = $1 AND number IS NULL AND due_cents IS NULL",
    [poolId],
  );
  return rows.map((row) => row.id);
}
