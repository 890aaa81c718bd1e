import { getReceivingAccounts, setReceivingAccounts } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { checkReceivingAccount } from "./check-account.ts";
import { readReceivingAccounts, setReceiving, waitingChange } from "./receiving-accounts.ts";

export function receivingRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { currency } = ctx.settings;
  register(app, ctx, getReceivingAccounts, async () => {
    const db = ctx.db.operators;
    const { accounts, version } = await readReceivingAccounts(db);
    return { data: { currency, version, approval_id: await waitingChange(db) }, list: accounts };
  });
  register(app, ctx, setReceivingAccounts, async ({ body, operator, request }) => {
    const asked = { accounts: body.map(checkReceivingAccount), operator, request };
    const { accounts, version, approvalId } = await setReceiving(ctx, asked);
    const status = approvalId === null ? ("done" as const) : ("pending" as const);
    return { data: { status, version, approval_id: approvalId }, list: accounts };
  });
}
