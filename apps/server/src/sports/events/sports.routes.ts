import { getSportEvent, getSportForm, listSportEvents } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { sportEventOf, sportList } from "./read-sports.ts";
import { sportFormOf } from "./sport-form.ts";

/** What everybody may read of sports. */
export function sportRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listSportEvents, async ({ query }) => await sportList(ctx, query));
  register(app, ctx, getSportEvent, async ({ params }) => ({
    data: await sportEventOf(ctx, params.event_id),
  }));
  register(app, ctx, getSportForm, async ({ params }) => ({
    data: await sportFormOf(ctx, params.event_id),
  }));
}
