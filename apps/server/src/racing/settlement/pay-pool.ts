import { type PoolOutcome, outcomeFromJson, startPayout } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import {
  betChunks,
  type Chunks,
  type ChunkVerdict,
  runChunks,
} from "../../money/ledger/run-chunks.ts";
import { ChunkPayout } from "../../proofs/pools/chunk-payout.ts";
import { factsFromJson } from "../../proofs/pools/facts-json.ts";
import { readBetPage, readVoidedBets } from "../../proofs/pools/pool-bets.ts";
import { closePool, payChunk } from "./pay-chunks.queries.ts";
import { type SettlementRow, readSettlement } from "./settlements.queries.ts";
import { isSettlingStopped } from "./stop-settling.ts";

/** Bets per transaction: it locks its winners' wallets for a few hundredths of a second. */
const CHUNK = 5000;

/**
 * Pays one pool by its plan and closes it. False: the process or the settling was told to stop
 * first, or the books are off; then the worker comes again.
 */
export async function payPool(
  ctx: AppContext,
  settlement: Pick<SettlementRow, "id" | "race_id">,
  chunk = CHUNK,
): Promise<boolean> {
  const db = ctx.db.jobs;
  return await runChunks(ctx, {
    begin: async () => {
      const row = await readSettlement(db, settlement.id);
      const isDone = row === null || row.step === "posted" || row.step === "announced";
      return isDone ? null : await chunksOf(db, row, chunk);
    },
    isStopping: async () =>
      (await isSettlingStopped(db, settlement.race_id)) || (await areBooksOff(db)),
    insists: true,
    crashPoints: {
      beforeChunk: "settle.before-chunk",
      chunkPaid: "settle.chunk-paid",
      beforeEnd: "settle.before-close",
      ended: "settle.pool-posted",
    },
  });
}

async function chunksOf(db: ClubPool, row: SettlementRow, limit: number): Promise<Chunks> {
  const outcome = outcomeFromJson(row.outcome);
  const { id: settlementId, pool_id: poolId, cursor_bet: cursor } = row;
  const end = async (at: string | null): Promise<ChunkVerdict> =>
    await closePool(db, settlementId, at);
  if (!paysAnything(outcome)) return { each: [], end: async () => await end(cursor) };
  const payout = new ChunkPayout(startPayout(factsFromJson(row.facts), outcome));
  const pool = { poolId, code: outcome.pool, voided: await readVoidedBets(db, poolId) };
  return betChunks({
    cursor,
    limit,
    read: async (page) => await readBetPage(db, { ...pool, ...page }),
    dueOf: (bets) => [...payout.credits(bets)],
    pay: async (chunk) => await payChunk(db, settlementId, chunk),
    end,
  });
}

/** A pool without a winner whose money is kept or carried over needs no reading of its bets. */
function paysAnything(outcome: PoolOutcome): boolean {
  const isRefund = outcome.status === "REFUND" || outcome.status === "REFUND_NO_WINNER";
  return isRefund || outcome.dividends.length > 0;
}
