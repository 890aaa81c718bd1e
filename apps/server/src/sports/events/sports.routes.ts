import { getSportEvent, getSportForm, listSportEvents } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { networkOf } from "../../core/http/network-of.ts";
import { register } from "../../core/http/register.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { sportEventOf, sportList } from "./read-sports.ts";
import { sportFormOf } from "./sport-form.ts";

/** A page that hears of a new market asks for its event, which is therefore not kept. */
const LISTED = { cacheSeconds: 1 };

/** What everybody may read of sports. */
export function sportRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listSportEvents,
    async ({ query, request }) => {
      // Each text is a look-up of its own; the lists without one are kept, whoever asks.
      if (query.q?.trim()) ctx.rate.take(RATES.searches, networkOf(request.ip));
      return await sportList(ctx, query);
    },
    LISTED,
  );
  register(app, ctx, getSportEvent, async ({ params }) => ({
    data: await sportEventOf(ctx, params.event_id),
  }));
  register(
    app,
    ctx,
    getSportForm,
    async ({ params }) => ({ data: await sportFormOf(ctx, params.event_id) }),
    LISTED,
  );
}
