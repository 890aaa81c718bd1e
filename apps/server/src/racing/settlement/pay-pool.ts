import { type PoolOutcome, outcomeFromJson, startPayout } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { type Chunks, type ChunkWork, runChunks } from "../../money/ledger/run-chunks.ts";
import { ChunkPayout } from "../../proofs/pools/chunk-payout.ts";
import { factsFromJson } from "../../proofs/pools/facts-json.ts";
import { readBetPage, readVoidedBets } from "../../proofs/pools/pool-bets.ts";
import { closePool, payChunk } from "./pay-chunks.queries.ts";
import { type SettlementRow, readSettlement } from "./settlements.queries.ts";
import { isSettlingStopped } from "./steer-settling.ts";

/** Bets of one transaction: it holds its winners' wallets for a few hundredths of a second. */
const CHUNK = 5000;

/**
 * Pays one pool by its plan and closes it. False: the process or settling is told to stop before, or the
 * books are off; then the worker comes again.
 */
export async function payPool(
  ctx: AppContext,
  settlement: Pick<SettlementRow, "id" | "race_id">,
  chunk = CHUNK,
): Promise<boolean> {
  const db = ctx.db.jobs;
  const work: ChunkWork = {
    begin: async () => {
      const row = await readSettlement(db, settlement.id);
      const isDone = row === null || row.step === "posted" || row.step === "announced";
      return isDone ? null : await chunksOf(ctx, row, chunk);
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
  };
  return await runChunks(ctx, work);
}

async function chunksOf(
  ctx: Pick<AppContext, "db">,
  row: SettlementRow,
  limit: number,
): Promise<Chunks> {
  const db = ctx.db.jobs;
  let cursor = row.cursor_bet;
  const each = async function* (): Chunks["each"] {
    const outcome = outcomeFromJson(row.outcome);
    if (!paysAnything(outcome)) return;
    const payout = new ChunkPayout(startPayout(factsFromJson(row.facts), outcome));
    const pool = { poolId: row.pool_id, code: outcome.pool };
    const voided = await readVoidedBets(db, row.pool_id);
    const pages = rowsAhead(
      limit,
      async (page) => await readBetPage(db, { ...pool, ...page, voided }),
      cursor,
    );
    for await (const bets of pages) {
      const credits = payout.credits(bets);
      const to = bets.at(-1)?.id;
      if (to === undefined || credits.betIds.length === 0) {
        yield null;
        continue;
      }
      const chunk = { settlementId: row.id, from: cursor, to, ...credits };
      yield async () => await payChunk(db, chunk);
      cursor = to;
    }
  };
  return { each: each(), end: async () => await closePool(db, row.id, cursor) };
}

/** A pool without a winner, with its money kept or handed on, has nothing to read for. */
function paysAnything(outcome: PoolOutcome): boolean {
  const isRefund = outcome.status === "REFUND" || outcome.status === "REFUND_NO_WINNER";
  return isRefund || outcome.dividends.length > 0;
}
