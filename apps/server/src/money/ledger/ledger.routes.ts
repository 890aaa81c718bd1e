import { getLedgerEntry, getTrialBalance, listLedgerEntries } from "@club/contract";
import { Refusal, parseAccountKey } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { isId, knownId } from "../../core/kit/ids.ts";
import { findAccount, listAllEntries, listEntriesOf, readEntry } from "./ledger.queries.ts";
import { toLedgerEntries } from "./ledger.wire.ts";
import { readTrialBalance } from "./trial-balance.ts";

export function ledgerRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    getTrialBalance,
    async () => {
      const { chain_head: _, list, ...data } = await readTrialBalance(ctx);
      return { data, list };
    },
    { isAudited: false },
  );
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
}

/** @throws not_found for an unknown account */
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
