import {
  getSportEvent,
  getSportForm,
  getSportOrder,
  listSportEvents,
  listSportOrders,
  placeSportOrder,
  quoteSportOrder,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { firstBetLookUp } from "../../people/protection/first-bet.ts";
import { placeSportBet } from "../bets/place-sport-bet.ts";
import { quoteSportBet } from "../bets/quote-sport-bet.ts";
import { sportEventOf, sportList } from "./read-sports.ts";
import { sportFormOf } from "./sport-form.ts";
import { sportOrderOf, sportStatuses } from "../bets/sport-order.ts";
import { listSportBets } from "../bets/sport-orders.queries.ts";
import { toSportOrder } from "../bets/sport-orders.wire.ts";

/** What everybody may read of sports, and what players bet on them. */
export function sportRoutes(app: FastifyInstance, ctx: AppContext): void {
  const lookUp = firstBetLookUp(ctx);
  register(app, ctx, listSportEvents, async ({ query }) => await sportList(ctx, query));
  register(app, ctx, getSportEvent, async ({ params }) => ({
    data: await sportEventOf(ctx, params.event_id),
  }));
  register(app, ctx, getSportForm, async ({ params }) => ({
    data: await sportFormOf(ctx, params.event_id),
  }));
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
    const bets = await listSportBets(ctx.db.browsing, {
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
