import {
  approveTopUp,
  approveTopUps as approveTopUpsCall,
  createTopUp as createCall,
  listOperatorTopUps,
  listTopUpMethods,
  listTopUps,
  rejectTopUp,
  submitTopUp as submitCall,
} from "@club/contract";
import type { OperatorTopUp, TopUpStatus } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { register, registerMoney } from "../../core/http/register.ts";
import { readPage, readSorted, statusesOf } from "../../core/http/page.ts";
import type { Page } from "../../core/http/page.ts";
import { knownId } from "../../core/kit/ids.ts";
import { createTopUp } from "./create-top-up.ts";
import { approveTopUps } from "./approve-top-ups.ts";
import { decideTopUp } from "./decide-top-up.ts";
import type { DecidedTopUp } from "./decide-top-up.ts";
import { receiptRoutes } from "./receipts.routes.ts";
import { submitTopUp } from "./submit-top-up.ts";
import { decidedByOperators, openMethods } from "./top-up-method.ts";
import { countWaiting, listAllTopUps, listPlayerTopUps } from "./top-ups.queries.ts";
import { toOperatorTopUp, toTopUp } from "./top-ups.wire.ts";

const WAITING: readonly TopUpStatus[] = ["created", "submitted"];

export function topUpRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listTopUpMethods, async () => ({
    list: (await openMethods(ctx, ctx.db.browsing)).map(
      ({ method, instructions, leastCents, mostCents }) => ({
        method: method.id,
        instructions,
        min_cents: Number(leastCents),
        max_cents: Number(mostCents),
      }),
    ),
  }));
  registerMoney(app, ctx, createCall, async ({ body, player, request, reply }) => {
    const { answer, isReplay } = await createTopUp(ctx, {
      playerId: player.id,
      idempotencyKey: requireIdempotencyKey(request),
      method: body.method,
      amountCents: BigInt(body.amount_cents),
      origin: `${request.protocol}://${request.host}`,
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: answer };
  });
  register(app, ctx, listTopUps, async ({ query, player }) => {
    const { status } = query;
    const read = async (page: Page<string>) =>
      await listPlayerTopUps(ctx.reads.lists(player), player.id, { ...page, status });
    return await readPage(query, read, toTopUp);
  });
  registerMoney(app, ctx, submitCall, async ({ params, player }) => ({
    data: await submitTopUp(ctx, { playerId: player.id, topUpId: knownId(params.topup_id) }),
  }));
  receiptRoutes(app, ctx);
  operatorTopUpRoutes(app, ctx);
}

function operatorTopUpRoutes(app: FastifyInstance, ctx: AppContext): void {
  const methods = decidedByOperators(ctx);
  register(app, ctx, listOperatorTopUps, async ({ query }) => {
    const db = ctx.db.operators;
    const statuses = statusesOf(query.status, WAITING);
    const topUps = listAllTopUps(db, { statuses, methods });
    const { data, list } = await readSorted(query, topUps, toOperatorTopUp);
    return { data: { ...data, waiting: await countWaiting(db, methods) }, list };
  });
  register(app, ctx, approveTopUp, async ({ params, body, operator, request }) => {
    const topUpId = knownId(params.topup_id);
    const reason = body?.reason ?? null;
    const decision = { topUpId, operator, reason, request, status: "approved" } as const;
    const decided = await decideTopUp(ctx, decision);
    return { data: { ...toDecided(decided), approval_id: decided.approvalId } };
  });
  register(app, ctx, approveTopUpsCall, async ({ body, operator, request }) => {
    const ids = body.ids.map(knownId);
    const asked = { ids, totalCents: BigInt(body.total_cents), operator, request };
    return { list: await approveTopUps(ctx, asked) };
  });
  register(app, ctx, rejectTopUp, async ({ params, body, operator, request }) => {
    const topUpId = knownId(params.topup_id);
    const decision = {
      topUpId,
      operator,
      reason: body.reason,
      request,
      status: "rejected",
    } as const;
    return { data: toDecided(await decideTopUp(ctx, decision)) };
  });
}

function toDecided(row: DecidedTopUp): OperatorTopUp & { balance_cents: number } {
  return { ...toOperatorTopUp(row), balance_cents: Number(row.balanceCents) };
}
