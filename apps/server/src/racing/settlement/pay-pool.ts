import { type PoolOutcome, outcomeFromJson, startPayout } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { ChunkPayout } from "../../proofs/pools/chunk-payout.ts";
import { factsFromJson } from "../../proofs/pools/facts-json.ts";
import { type ChunkVerdict, closePool, payChunk } from "./pay-chunks.queries.ts";
import {
  type BetPage,
  type BetRow,
  FROM_START,
  readBetPage,
  readVoidedBets,
} from "../../proofs/pools/pool-bets.ts";
import type { SettlementRow } from "./settlements.queries.ts";

/** Bets of one transaction: it holds its winners' wallets for a few hundredths of a second. */
export const CHUNK = 5000;

export interface PayOptions {
  /** Bets of one chunk. */
  readonly chunk: number;
  /** True when the process, or settling, is told to stop: between two chunks nothing is half done. */
  readonly isStopping: () => boolean | Promise<boolean>;
}

/** `posted`: the pool is done. `other`: another worker is at it. `stopped`: the rest waits for the next process. */
export type PayVerdict = "posted" | "other" | "stopped";

/**
 * Pays one pool by its plan from where its cursor stands, chunk by chunk, and closes it. The plan is
 * taken as written: nothing is computed anew but what it gives to each bet. While one chunk is being
 * written the next is being read.
 */
export async function payPool(
  ctx: Pick<AppContext, "db">,
  row: SettlementRow,
  options: PayOptions,
): Promise<PayVerdict> {
  const outcome = outcomeFromJson(row.outcome);
  let cursor = row.cursor_bet;
  if (paysAnything(outcome)) {
    const payout = new ChunkPayout(startPayout(factsFromJson(row.facts), outcome));
    for await (const bets of betPages(ctx, row, options.chunk)) {
      if (await options.isStopping()) return "stopped";
      const credits = payout.credits(bets);
      // A page without a winner moves with the next one: a losing bet costs no transaction.
      if (credits.betIds.length === 0) continue;
      const to = (bets.at(-1) as BetRow).id;
      crashPoint("settle.before-chunk");
      const verdict: ChunkVerdict = await payChunk(ctx.db.jobs, {
        settlementId: row.id,
        from: cursor,
        to,
        ...credits,
      });
      crashPoint("settle.chunk-paid");
      if (verdict !== "paid") return "other";
      cursor = to;
    }
  }
  crashPoint("settle.before-close");
  const verdict = await closePool(ctx.db.jobs, row.id, cursor);
  crashPoint("settle.pool-posted");
  return verdict === "posted" ? "posted" : "other";
}

/** A pool without a winner, with its money kept or handed on, has nothing to read for. */
function paysAnything(outcome: PoolOutcome): boolean {
  const isRefund = outcome.status === "REFUND" || outcome.status === "REFUND_NO_WINNER";
  return isRefund || outcome.dividends.length > 0;
}

/** The pages after the cursor, one ahead. */
async function* betPages(
  ctx: Pick<AppContext, "db">,
  row: SettlementRow,
  limit: number,
): AsyncGenerator<BetRow[]> {
  const voided = await readVoidedBets(ctx.db.jobs, row.pool_id);
  const page: BetPage = {
    poolId: row.pool_id,
    code: row.outcome.pool,
    after: row.cursor_bet ?? FROM_START,
    limit,
    voided,
  };
  let coming = readBetPage(ctx.db.jobs, page);
  for (;;) {
    const bets = await coming;
    const last = bets.at(-1);
    if (last === undefined) return;
    if (bets.length === limit) {
      coming = readBetPage(ctx.db.jobs, { ...page, after: last.id });
      // Read even if the caller stops before: a rejection that nobody awaits would end the process.
      coming.catch(() => undefined);
    }
    yield bets;
    if (bets.length < limit) return;
  }
}
