import { getLedgerEntry, getTrialBalance, listLedgerEntries } from "@club/contract";
import { Refusal, parseAccountKey } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readSorted } from "../../core/http/page.ts";
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
    const db = ctx.db.operators;
    const entries =
      query.account === undefined
        ? listAllEntries(db, {})
        : listEntriesOf(db, { accountId: await accountNamed(db, query.account) });
    const { data, list } = await readSorted(query, entries, (row) => row);
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
