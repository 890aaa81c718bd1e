import {
  approveWithdrawal as approveCall,
  approveWithdrawals as approveWithdrawalsCall,
  cancelWithdrawal as cancelCall,
  createWithdrawal as createCall,
  getOperatorWithdrawal,
  listOperatorWithdrawals,
  listWithdrawals,
  payWithdrawal as payCall,
  rejectWithdrawal as rejectCall,
} from "@club/contract";
import type { WithdrawalStatus, WithdrawalTerms } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { readFullAccount } from "../../people/accounts/bank-card.ts";
import type { AppContext } from "../../core/context.ts";
import { requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { readPage, readSorted, statusesOf } from "../../core/http/page.ts";
import type { Page } from "../../core/http/page.ts";
import { register, registerMoney } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { approveWithdrawals } from "./approve-withdrawals.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { createWithdrawal } from "./create-withdrawal.ts";
import { approveWithdrawal, payWithdrawal, rejectWithdrawal } from "./decide-withdrawal.ts";
import { withdrawalMethodOf } from "./withdrawal-method.ts";
import { readRules } from "./withdrawal-rules.ts";
import {
  countWaiting,
  listAllWithdrawals,
  listPlayerWithdrawals,
  readTermsFacts,
  readWithdrawal,
} from "./withdrawals.queries.ts";
import { toOperatorWithdrawal, toTerms, toWithdrawal } from "./withdrawals.wire.ts";

const WAITING: readonly WithdrawalStatus[] = ["requested", "approved"];

export function withdrawalRoutes(app: FastifyInstance, ctx: AppContext): void {
  registerMoney(app, ctx, createCall, async ({ body, player, request, reply }) => {
    const { answer, isReplay } = await createWithdrawal(ctx, {
      playerId: player.id,
      idempotencyKey: requireIdempotencyKey(request),
      amountCents: BigInt(body.amount_cents),
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: answer };
  });
  registerMoney(app, ctx, cancelCall, async ({ params, player }) => ({
    data: await cancelWithdrawal(ctx, {
      playerId: player.id,
      withdrawalId: knownId(params.withdrawal_id),
    }),
  }));
  register(app, ctx, listWithdrawals, async ({ query, player }) => {
    const { status } = query;
    const rules = await readRules(ctx.db.browsing);
    const read = async (page: Page<string>) =>
      await listPlayerWithdrawals(ctx.reads.lists(player), player.id, { ...page, status });
    const { data, list } = await readPage(query, read, (row) => toWithdrawal(row, rules));
    return { data: { ...data, terms: await readTerms(ctx, player.id) }, list };
  });
  deskRoutes(app, ctx);
  decisionRoutes(app, ctx);
}

async function readTerms(ctx: AppContext, playerId: string): Promise<WithdrawalTerms> {
  const facts = await readTermsFacts(ctx.db.browsing, playerId);
  if (facts === null) throw new Refusal("not_found");
  const rules = await readRules(ctx.db.browsing);
  return toTerms(facts, { rules, method: withdrawalMethodOf(ctx) });
}

function deskRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { fourEyes } = ctx.settings;
  register(app, ctx, listOperatorWithdrawals, async ({ query }) => {
    const db = ctx.db.operators;
    const statuses = statusesOf(query.status, WAITING);
    const rules = await readRules(db);
    const { data, list } = await readSorted(query, listAllWithdrawals(db, { statuses }), (row) =>
      toOperatorWithdrawal(row, { rules, fourEyes }),
    );
    return { data: { ...data, waiting: await countWaiting(db) }, list };
  });
  register(app, ctx, getOperatorWithdrawal, async ({ params, operator, request }) => {
    const db = ctx.db.operators;
    const row = await readWithdrawal(db, knownId(params.withdrawal_id));
    if (row === null) throw new Refusal("not_found");
    const account = await readFullAccount(ctx, row.player_id);
    const rules = await readRules(db);
    await audit(db, {
      action: "withdrawal.read",
      operator,
      request,
      target: row.id,
      after: { player_id: row.player_id, fields: ["bank_card"] },
    });
    return { data: { ...toOperatorWithdrawal(row, { rules, fourEyes }), account } };
  });
}

function decisionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, approveCall, async ({ params, body, operator, request }) => {
    const withdrawalId = knownId(params.withdrawal_id);
    const decision = { withdrawalId, operator, reason: body?.reason ?? null, request };
    const { status, approvalId } = await approveWithdrawal(ctx, decision);
    const shown = approvalId === null ? status : ("pending" as const);
    return { data: { withdrawal_id: withdrawalId, status: shown, approval_id: approvalId } };
  });
  register(app, ctx, approveWithdrawalsCall, async ({ body, operator, request }) => {
    const ids = body.ids.map(knownId);
    const asked = { ids, totalCents: BigInt(body.total_cents), operator, request };
    return { list: await approveWithdrawals(ctx, asked) };
  });
  register(app, ctx, rejectCall, async ({ params, body, operator, request }) => {
    const withdrawalId = knownId(params.withdrawal_id);
    const decision = { withdrawalId, operator, reason: body.reason, request };
    const { status } = await rejectWithdrawal(ctx, decision);
    return { data: { withdrawal_id: withdrawalId, status } };
  });
  register(app, ctx, payCall, async ({ params, body, operator, request }) => {
    const withdrawalId = knownId(params.withdrawal_id);
    const decision = { withdrawalId, operator, reason: body?.reason ?? null, request };
    const { status } = await payWithdrawal(ctx, decision);
    return { data: { withdrawal_id: withdrawalId, status } };
  });
}
