import {
  dayTable,
  getBoard,
  getMultiPool,
  getRace,
  getRaceForm,
  layMultiPools,
  listMultiPools,
  listNextRaces,
  listRunners,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { deskMultiPools, layMeeting, multiPool } from "./multi-pools.ts";
import { dayMeetings, nextRaces, raceDetail, raceRunners } from "./public-races.ts";
import { raceForm } from "./race-form.ts";
import { raceBoard } from "./race-board.ts";

/** As old as the cached copy behind them. */
const LISTED = { cacheSeconds: 1 };

/** What everybody may read of the races, with or without a session. */
export function raceRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listNextRaces, async () => ({ list: await nextRaces(ctx) }), LISTED);
  register(
    app,
    ctx,
    dayTable,
    async ({ query }) => ({
      list: await dayMeetings(ctx, query.day, query.event_type || undefined),
    }),
    LISTED,
  );
  register(
    app,
    ctx,
    listRunners,
    async ({ query }) => ({ list: await raceRunners(ctx, query.race_id) }),
    LISTED,
  );
  register(
    app,
    ctx,
    getRace,
    async ({ params }) => ({ data: await raceDetail(ctx, params.race_id) }),
    LISTED,
  );
  register(
    app,
    ctx,
    getRaceForm,
    async ({ params }) => ({ list: await raceForm(ctx, params.race_id) }),
    LISTED,
  );
  register(
    app,
    ctx,
    getBoard,
    async ({ params, query }) => ({
      data: await raceBoard(ctx, { raceId: params.race_id, ...query }),
    }),
    LISTED,
  );
  register(
    app,
    ctx,
    getMultiPool,
    async ({ params }) => ({ data: await multiPool(ctx, params.multi_pool_id) }),
    LISTED,
  );
}

/** How the desk lays out the pools of a meeting's several races. */
export function multiPoolRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listMultiPools, async ({ params }) => ({
    list: await deskMultiPools(ctx, params.event_id),
  }));
  register(app, ctx, layMultiPools, async ({ params, body, operator, request }) => {
    const { event_id: eventId } = params;
    await layMeeting(ctx, { eventId, wishes: body.multi_pools, operator, request });
    return { list: await deskMultiPools(ctx, eventId) };
  });
}
