import {
  adjustHouse as adjustCall,
  closeMonth as closeCall,
  getLedgerEntry,
  getTrialBalance,
  getVerification,
  listLedgerEntries,
  listMonths as listMonthsCall,
  listVerifications,
  verifyLedger,
} from "@club/contract";
import { Refusal, parseAccountKey } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { idempotencyKeyOf } from "../../core/http/idempotency-key.ts";
import { register } from "../../core/http/register.ts";
import { isId, knownId } from "../../core/kit/ids.ts";
import { askHouseAdjustment } from "../../money/adjustments/adjust-house.ts";
import { closeMonth, listMonths } from "../months/close-month.ts";
import {
  findAccount,
  listAllEntries,
  listEntriesOf,
  readEntry,
} from "../../money/ledger/ledger.queries.ts";
import { toLedgerEntries } from "../../money/ledger/ledger.wire.ts";
import { readTrialBalance } from "../../money/ledger/trial-balance.ts";
import { listVerified, readVerification } from "./verification.queries.ts";
import { progressOf, verifyBooks } from "./verify-books.ts";

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
  register(app, ctx, verifyLedger, async () => ({ data: await verifyBooks(ctx) }));
  register(
    app,
    ctx,
    getVerification,
    async () => ({
      data: { running: progressOf(ctx), last: await readVerification(ctx.db.operators) },
    }),
    { isAudited: false },
  );
  register(app, ctx, listVerifications, async () => ({
    list: await listVerified(ctx.db.operators),
  }));
  booksRoutes(app, ctx);
}

/** Months, and movements between accounts of the house. */
function booksRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listMonthsCall, async () => await listMonths(ctx));
  register(app, ctx, closeCall, async ({ body, operator, request }) => ({
    data: await closeMonth(ctx, { month: body.month, operator, request }),
  }));
  register(app, ctx, adjustCall, async ({ body, operator, request, reply }) => {
    const { amount_cents: cents, ...asked } = body;
    const { approvalId, isReplay } = await askHouseAdjustment(ctx, {
      ...asked,
      amountCents: BigInt(cents),
      operator,
      request,
      idempotencyKey: idempotencyKeyOf(request),
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: { approval_id: approvalId, status: "pending" as const } };
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
