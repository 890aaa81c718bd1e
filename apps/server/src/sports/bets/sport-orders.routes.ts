import {
  getSportOrder,
  listDeskSportOrders,
  listSportOrders,
  placeSportOrder,
  quoteSportOrder,
  resolveOrder,
  voidOrder as voidCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { firstBetLookUp } from "../../people/exclusion/first-bet.ts";
import { resolveBet } from "../../racing/bets/resolve-bet.ts";
import { voidOrder } from "../../racing/bets/void-order.ts";
import { placedSportOrderOf, placeSportBet } from "./place-sport-bet.ts";
import { quoteSportBet } from "./quote-sport-bet.ts";
import { sportOrderOf, sportStatuses } from "./sport-order.ts";
import { listLargestSportBets, listSportBets, type SportBetPage } from "./sport-orders.queries.ts";
import { toSportOrder } from "./sport-orders.wire.ts";
import { voidSportOrder } from "./void-sport-order.ts";

/** The players' calls for sports bets. */
export function sportOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  const lookUp = firstBetLookUp(ctx);
  register(
    app,
    ctx,
    placeSportOrder,
    async ({ body, player, request, reply }) => {
      const idempotencyKey = requireIdempotencyKey(request);
      await lookUp(player);
      const placed = await placeSportBet(ctx, { playerId: player.id, form: body, idempotencyKey });
      if (placed.isReplay) void reply.header("Idempotency-Replayed", "true");
      return { data: placed.order };
    },
    { rate: RATES.bets, whenLate: "bet.in_doubt" },
  );
  register(
    app,
    ctx,
    quoteSportOrder,
    async ({ body }) => ({ data: await quoteSportBet(ctx, body) }),
    { rate: RATES.quotes },
  );
  register(app, ctx, listSportOrders, async ({ query, player }) => {
    const { before, limit } = pageOf(query);
    const bets = await listSportBets(ctx.reads.lists(player), {
      playerId: player.id,
      eventId: null,
      statuses: sportStatuses(query.status),
      from: query.from ?? null,
      to: query.to ?? null,
      before,
      limit: limit + 1,
    });
    return cutPage(bets.map(toSportOrder), limit, (order) => order.order_id);
  });
  register(app, ctx, getSportOrder, async ({ params, player }) => ({
    data: await sportOrderOf(ctx, player.id, params.order_id),
  }));
}

/** Calls about any order, racing or sports: the key or the id tells which. */
export function anyOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    resolveOrder,
    async ({ body, player }) => {
      const { order, sportBetId } = await resolveBet(ctx, player.id, body.idempotency_key);
      const placed =
        sportBetId === null ? order : await placedSportOrderOf(ctx, player.id, sportBetId);
      return {
        data: placed === null ? { placed: false as const } : { placed: true as const, ...placed },
      };
    },
    { rate: RATES.resolves },
  );
  register(app, ctx, voidCall, async ({ params, body, operator, request }) => {
    const asked = { orderId: params.order_id, ...body, operator, request };
    const voided = await voidOrder(ctx, asked);
    if (voided !== null) return { data: voided };
    const { orderId, ...actor } = asked;
    const refund_cents = await voidSportOrder(ctx, orderId, actor);
    return {
      data: {
        order_id: knownId(orderId),
        status: "void" as const,
        refund_cents,
        approval_id: null,
      },
    };
  });
}

/** Every sports bet, for the desk. */
export function deskSportOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listDeskSportOrders, async ({ query }) => {
    const { before, limit } = pageOf(query);
    const page: SportBetPage = {
      playerId: query.player_id === undefined ? null : knownId(query.player_id),
      eventId: query.event_id === undefined ? null : knownId(query.event_id),
      statuses: sportStatuses(query.status),
      from: null,
      to: null,
      before,
      limit: limit + 1,
    };
    const isLargest = query.order === "largest";
    const read = isLargest ? listLargestSportBets : listSportBets;
    const bets = await read(ctx.db.operators, page);
    const orders = bets.map((bet) => ({
      ...toSportOrder(bet),
      player_id: bet.player_id,
      user_name: bet.user_name,
    }));
    const { data, list } = cutPage(orders, limit, (order) => order.order_id);
    return { data: isLargest ? { next_cursor: null } : data, list };
  });
}
