import { sumCents } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { readSnapshot } from "../../core/db/connection.ts";
import { readChainHead } from "./chain-head.ts";
import { countLedger, sumByKind } from "./ledger.queries.ts";

/**
 * Balances of every kind of account at one moment, and the chain's length. Reads the whole ledger.
 */
export async function readTrialBalance(ctx: Pick<AppContext, "db">) {
  // Sums over the whole ledger outlast operators' statement timeout; the jobs' pool allows more.
  return await readSnapshot(ctx.db.jobs, async (tx) => {
    const balances = await sumByKind(tx);
    const { now, entries, postings } = await countLedger(tx);
    return {
      at: now.toISOString(),
      total_cents: Number(sumCents(balances.map((row) => row.balance_cents))),
      entries: Number(entries),
      postings: Number(postings),
      chain_head: await readChainHead(tx),
      list: balances.map((row) => ({ ...row, balance_cents: Number(row.balance_cents) })),
    };
  });
}
