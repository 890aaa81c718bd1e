import { getLedgerEntry, getTrialBalance, listLedgerEntries, verifyLedger } from "@club/contract";
import { Refusal, parseAccountKey, sumCents } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";
import { readSnapshot } from "../db/snapshot.ts";
import { cutPage, numberedPageOf } from "../http/page.ts";
import { register } from "../http/register.ts";
import { isId, knownId } from "../ids.ts";
import {
  countLedger,
  findAccount,
  listAllEntries,
  listEntriesOf,
  readEntry,
  sumByKind,
} from "./ledger.queries.ts";
import { toLedgerEntries } from "./ledger.wire.ts";
import { verifyBooks } from "./verify-books.ts";

export function ledgerRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getTrialBalance, async () => await readTrialBalance(ctx), {
    isAudited: false,
  });
  register(app, ctx, listLedgerEntries, async ({ query }) => {
    const { before, limit } = numberedPageOf(query);
    const page = { before, limit: limit + 1 };
    const db = ctx.db.operators;
    const rows =
      query.account === undefined
        ? await listAllEntries(db, page)
        : await listEntriesOf(db, await accountNamed(db, query.account), page);
    const { data, list } = cutPage(rows, limit, (row) => String(row.cursor));
    return { data, list: await toLedgerEntries(db, list) };
  });
  register(app, ctx, getLedgerEntry, async ({ params }) => {
    const row = await readEntry(ctx.db.operators, knownId(params.entry_id));
    if (row === null) throw new Refusal("not_found");
    const [entry] = await toLedgerEntries(ctx.db.operators, [row]);
    if (entry === undefined) throw new Refusal("not_found");
    return { data: entry };
  });
  register(app, ctx, verifyLedger, async () => ({ data: await verifyBooks(ctx) }));
}

async function readTrialBalance(ctx: AppContext) {
  // Sums over the whole ledger take longer than operators' statements may: the jobs' pool is patient.
  return await readSnapshot(ctx.db.jobs, async (tx) => {
    const balances = await sumByKind(tx);
    const { now, entries, postings } = await countLedger(tx);
    const total = sumCents(balances.map((row) => row.balance_cents));
    const list = balances.map((row) => ({ ...row, balance_cents: Number(row.balance_cents) }));
    return {
      data: {
        at: now.toISOString(),
        total_cents: Number(total),
        entries: Number(entries),
        postings: Number(postings),
      },
      list,
    };
  });
}

/** @throws not_found for an account that there is not */
async function accountNamed(db: Queryable, key: string): Promise<bigint> {
  const account = parseAccountKey(key);
  if (account === null) throw new Refusal("not_found");
  const owner =
    "playerId" in account ? account.playerId : "poolId" in account ? account.poolId : "";
  if (owner !== "" && !isId(owner)) throw new Refusal("not_found");
  const id = await findAccount(db, account);
  if (id === null) throw new Refusal("not_found");
  return id;
}
