import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { FROM_START } from "../../core/db/read-ahead.ts";
import { newId } from "../../core/kit/ids.ts";
import { inTurn } from "../../core/kit/in-turn.ts";
import { again, runChunks } from "../../money/ledger/run-chunks.ts";
import {
  finishRefundedPool,
  listOpenRefundJobs,
  lockNextLegs,
  payRefundChunk,
  type RefundJob,
  type Refunded,
  takeRefundJob,
} from "./refund-job.queries.ts";
import { readPoolBets, refundOf, type StoredBet } from "../races/stored-bets.ts";

export interface RefundOptions {
  /** Bets read in one transaction. */
  readonly chunk?: number;
  /** Starts no new chunk after this many milliseconds: somebody waits, and the jobs do the rest. */
  readonly budgetMs?: number;
  /** True: waits for a worker already at a job, so that the job is done on return. */
  readonly waits?: boolean;
}

const CHUNK = 2000;
const INLINE_MS = 2000;

/**
 * Pays the refunds of scratchings and abandoned races, of all races or of one, in chunks of one
 * transaction each. A crash loses no refund and pays none twice: the next worker goes on from the
 * job's cursor. Two workers at once take different jobs.
 *
 * @throws the first fault of a job, after all others had their turn.
 */
export async function runRefundJobs(
  ctx: AppContext,
  raceId?: string,
  options: RefundOptions = {},
): Promise<void> {
  const until = performance.now() + (options.budgetMs ?? Number.POSITIVE_INFINITY);
  await inTurn(await listOpenRefundJobs(ctx.db.jobs, raceId), async (jobId) => {
    await runChunks(ctx, {
      begin: () => ({ each: again(async () => await payChunk(ctx, jobId, options)) }),
      isStopping: () => performance.now() >= until,
      insists: false,
      crashPoints: { chunkPaid: "refund.chunk-paid" },
    });
  });
}

/** Pays while the operator waits for the answer, so most are paid by then. */
export async function payRefundsInline(ctx: AppContext, raceId: string): Promise<void> {
  try {
    await runRefundJobs(ctx, raceId, { budgetMs: INLINE_MS, waits: true });
  } catch (error) {
    // The act stands and its jobs are stored: the next round of the jobs pays them.
    ctx.log.warn({ err: error, race_id: raceId }, "refunds wait for the next round");
  }
}

async function payChunk(
  ctx: AppContext,
  jobId: string,
  { chunk: limit = CHUNK, waits = false }: RefundOptions,
): Promise<"paid" | "last" | "busy"> {
  return await withTransaction(ctx.db.jobs, async (tx) => {
    await lockNextLegs(tx, jobId);
    const job = await takeRefundJob(tx, jobId, { waits });
    if (job === null) return "busy";
    const bets = await readPoolBets(tx, job, { after: job.cursor ?? FROM_START, limit });
    const isLast = bets.length < limit;
    const refunds = bets.flatMap((bet) => toRefund(job, bet));
    const cursor = bets.at(-1)?.id ?? job.cursor;
    await payRefundChunk(tx, { jobId, refunds, cursor, isLast });
    if (isLast) await finishRefundedPool(tx, job.poolId);
    crashPoint("refund.before-commit");
    return isLast ? "last" : "paid";
  });
}

function toRefund(job: RefundJob, bet: StoredBet): Refunded[] {
  const cents = refundOf(bet, job);
  if (cents === 0n) return [];
  const refund = { betId: bet.id, playerId: bet.player_id, entryId: newId(), cents };
  return [{ ...refund, cause: causeOf(job, bet) }];
}

/** scratch:RACE:RUNNER:BET or abandon:RACE:POOL:BET; an Each Way's PLACE part has its own cause. */
function causeOf(job: RefundJob, bet: StoredBet): string {
  if (job.number === null) return `${job.cause}:${job.poolId}:${bet.id}`;
  return bet.part === 1 ? `${job.cause}:${bet.id}` : `${job.cause}:${bet.id}:PLACE`;
}
