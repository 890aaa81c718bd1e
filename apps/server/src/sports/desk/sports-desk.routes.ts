import {
  addSportMarket,
  changeSportEvent,
  closeSportEvent,
  createSportEvent,
  getDeskEvent,
  limitSportMarket,
  listDeskEvents,
  priceSportMarket,
  publishSportEvent,
  resumeAllSports,
  resumeSportEvent,
  resumeSportMarket,
  suspendAllSports,
  suspendSportEvent,
  suspendSportMarket,
} from "@club/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { changeEvent, closeEvent, holdEvent, publishEvent } from "../events/change-sport-event.ts";
import { addMarket, createEvent } from "../events/create-sport-event.ts";
import { deskEvent, deskEvents, deskMarket } from "./desk-views.ts";
import { resumeAll, suspendAll } from "../events/hold-sports.ts";
import { holdMarket, limitMarket, priceMarket } from "../markets/price-sport-market.ts";

/** Not audited: the desk is polled, says nothing about people and would fill the log. */
export const POLLED = { isAudited: false };

interface AskedAct {
  operator: { id: string };
  request: FastifyRequest;
  body?: unknown;
}

/** Who asks, and the reason, if the call has one. */
export function actorOf({ operator, request, body }: AskedAct) {
  const { reason } = (body ?? {}) as { reason?: string | null };
  return { operator, request, reason: reason ?? null };
}

/** Events, markets and prices by hand; each act answers with the event or market after it. */
export function sportsDeskRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listDeskEvents,
    async ({ query }) => ({
      list: await deskEvents(ctx, {
        day: query.day ?? null,
        sport: query.sport ?? null,
        q: query.q?.trim() || null,
        status: query.status,
      }),
    }),
    POLLED,
  );
  register(
    app,
    ctx,
    getDeskEvent,
    async ({ params }) => ({ data: await deskEvent(ctx, params.event_id) }),
    POLLED,
  );
  register(app, ctx, createSportEvent, async (asked) => {
    const id = await createEvent(ctx, asked.body, actorOf(asked));
    return { data: await deskEvent(ctx, id) };
  });
  register(app, ctx, changeSportEvent, async (asked) => {
    const eventId = asked.params.event_id;
    await changeEvent(ctx, { eventId, change: asked.body }, actorOf(asked));
    return { data: await deskEvent(ctx, eventId) };
  });
  register(app, ctx, addSportMarket, async (asked) => {
    const eventId = asked.params.event_id;
    await addMarket(ctx, { eventId, market: asked.body }, actorOf(asked));
    return { data: await deskEvent(ctx, eventId) };
  });
  registerEventActs(app, ctx);
  registerMarketActs(app, ctx);
}

function registerEventActs(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, publishSportEvent, async (asked) => {
    await publishEvent(ctx, asked.params.event_id, actorOf(asked));
    return { data: await deskEvent(ctx, asked.params.event_id) };
  });
  register(app, ctx, suspendSportEvent, async (asked) => {
    const eventId = asked.params.event_id;
    await holdEvent(ctx, { eventId, isSuspended: true }, actorOf(asked));
    return { data: await deskEvent(ctx, eventId) };
  });
  register(app, ctx, resumeSportEvent, async (asked) => {
    const eventId = asked.params.event_id;
    await holdEvent(ctx, { eventId, isSuspended: false }, actorOf(asked));
    return { data: await deskEvent(ctx, eventId) };
  });
  register(app, ctx, closeSportEvent, async (asked) => {
    await closeEvent(ctx, asked.params.event_id, actorOf(asked));
    return { data: await deskEvent(ctx, asked.params.event_id) };
  });
  register(app, ctx, suspendAllSports, async (asked) => {
    return {
      data: { suspended: await suspendAll(ctx, asked.body?.sport ?? null, actorOf(asked)) },
    };
  });
  register(app, ctx, resumeAllSports, async (asked) => {
    return { data: { resumed: await resumeAll(ctx, asked.body?.sport ?? null, actorOf(asked)) } };
  });
}

function registerMarketActs(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, priceSportMarket, async (asked) => {
    const marketId = asked.params.market_id;
    await priceMarket(ctx, { marketId, prices: asked.body }, actorOf(asked));
    return { data: await deskMarket(ctx, marketId) };
  });
  register(app, ctx, suspendSportMarket, async (asked) => {
    const marketId = asked.params.market_id;
    await holdMarket(ctx, { marketId, isSuspended: true }, actorOf(asked));
    return { data: await deskMarket(ctx, marketId) };
  });
  register(app, ctx, resumeSportMarket, async (asked) => {
    const marketId = asked.params.market_id;
    await holdMarket(ctx, { marketId, isSuspended: false }, actorOf(asked));
    return { data: await deskMarket(ctx, marketId) };
  });
  register(app, ctx, limitSportMarket, async (asked) => {
    const marketId = asked.params.market_id;
    const maxLiabilityCents = asked.body.max_liability_cents;
    await limitMarket(ctx, { marketId, maxLiabilityCents }, actorOf(asked));
    return { data: await deskMarket(ctx, marketId) };
  });
}
