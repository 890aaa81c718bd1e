import {
  correctSportEvent,
  enterSportResult as enterCall,
  getSportLimits,
  importSportFeed,
  listSportFeeds,
  listSportOffers,
  marketHistory,
  setSportLimits,
  settleSportEvent,
  sportsBoard,
  voidSportOrder as voidCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { correctEvent } from "../results/correct-sport-event.ts";
import { liabilityBoard } from "./desk-views.ts";
import { enterSportResult } from "../results/enter-sport-result.ts";
import { importFeed } from "../feeds/import-feed.ts";
import { feedSources } from "../feeds/feed-sources.ts";
import { readMarketHistory } from "../markets/market-history.ts";
import { deskLimits, setLimits } from "../markets/set-sport-limits.ts";
import { offersOf } from "../bets/sport-offers.ts";
import { settleEvent } from "../settlement/settle-sport-event.ts";
import { POLLED, actorOf } from "./sports-desk.routes.ts";
import { voidSportOrder } from "../bets/void-sport-order.ts";
import { sportsReportRoutes } from "../reports/sports-report.routes.ts";

/** Results, money, feeds, the book and its reports. */
export function sportsResultRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, enterCall, async (asked) => {
    const eventId = asked.params.event_id;
    return { data: await enterSportResult(ctx, { eventId, form: asked.body }, actorOf(asked)) };
  });
  register(app, ctx, settleSportEvent, async (asked) => {
    const of = { eventId: asked.params.event_id, version: asked.body.result_version };
    return { data: await settleEvent(ctx, of, actorOf(asked)) };
  });
  register(app, ctx, correctSportEvent, async (asked) => {
    const eventId = asked.params.event_id;
    return { data: await correctEvent(ctx, { eventId, form: asked.body }, actorOf(asked)) };
  });
  register(app, ctx, voidCall, async (asked) => {
    const { reason } = asked.body;
    const orderId = asked.params.order_id;
    const cents = await voidSportOrder(ctx, orderId, { ...actorOf(asked), reason });
    return { data: { order_id: knownId(orderId), status: "void" as const, refund_cents: cents } };
  });
  register(app, ctx, importSportFeed, async (asked) => ({
    data: await importFeed(ctx, { ...asked.body, source: "hand" }, actorOf(asked)),
  }));
  register(app, ctx, setSportLimits, async (asked) => {
    const { reason: _, ...limits } = asked.body;
    return { data: await setLimits(ctx, limits, actorOf(asked)) };
  });
  registerReads(app, ctx);
}

function registerReads(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listSportFeeds, async () => await feedSources(ctx), POLLED);
  register(
    app,
    ctx,
    sportsBoard,
    async ({ query }) => await liabilityBoard(ctx, query.sport ?? null),
    POLLED,
  );
  const history = ({ params }: { params: { market_id: string } }) =>
    readMarketHistory(ctx, params.market_id);
  register(app, ctx, marketHistory, history, POLLED);
  register(
    app,
    ctx,
    getSportLimits,
    async () => ({ data: await deskLimits(ctx.db.operators) }),
    POLLED,
  );
  register(app, ctx, listSportOffers, async ({ params }) => ({
    list: await offersOf(ctx, params.event_id),
  }));
  sportsReportRoutes(app, ctx);
}
