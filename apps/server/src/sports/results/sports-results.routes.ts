import {
  correctSportEvent,
  enterSportResult as enterCall,
  getSportLimits,
  importSportFeed,
  listDeskSportOrders,
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
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { correctEvent } from "./correct-sport-event.ts";
import { liabilityBoard } from "../events/desk-views.ts";
import { enterSportResult } from "./enter-sport-result.ts";
import { importFeed } from "../feeds/import-feed.ts";
import { feedSources } from "../feeds/feed-sources.ts";
import { readMarketHistory } from "../markets/market-history.ts";
import { deskLimits, setLimits } from "../markets/set-sport-limits.ts";
import { offersOf } from "../bets/sport-offers.ts";
import { settleEvent } from "../settlement/settle-sport-event.ts";
import { sportStatuses } from "../bets/sport-order.ts";
import {
  type SportBetPage,
  listLargestSportBets,
  listSportBets,
} from "../bets/sport-orders.queries.ts";
import { toSportOrder } from "../bets/sport-orders.wire.ts";
import { POLLED, actorOf } from "../events/sports-desk.routes.ts";
import { sportsReportRoutes } from "../reports/sports-report.routes.ts";
import { voidSportOrder } from "../bets/void-sport-order.ts";

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
