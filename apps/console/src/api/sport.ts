import type {
  addSportMarket,
  BodyInputOf,
  changeSportEvent,
  closeSportEvent,
  correctSportEvent,
  createSportEvent,
  DataOf,
  DeskEvent,
  DeskMarket,
  enterSportResult,
  getDeskEvent,
  importSportFeed,
  limitSportMarket,
  ListItemOf,
  listDeskSportOrders,
  listSportFeeds,
  priceSportMarket,
  publishSportEvent,
  resumeSportEvent,
  resumeSportMarket,
  settleSportEvent,
  SportResultForm,
  sportsBoard,
  suspendSportEvent,
  suspendSportMarket,
  voidSportOrder,
} from "@club/contract";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./client.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { useData, useList, useWhole, type Whole } from "./read.ts";
import { followSportNews, EVENT_KEY, SPORT_KEY, type SportBoard } from "./sport-news.ts";
import { listenTo, usePollMs } from "./stream.ts";

const CALM_MS = 5000;

/** The liability board, live. */
export function useSportBoard(): UseQueryResult<SportBoard> {
  const pollMs = usePollMs(CALM_MS);
  useEffect(() => followSportNews(), []);
  useEffect(() => listenTo("sports"), []);
  return useWhole<typeof sportsBoard>(
    [SPORT_KEY, "board"],
    { path: "/api/operator/sports/board" },
    { refetchInterval: pollMs, placeholderData: keepPreviousData },
  );
}

/** One event with its markets, its book, results and log, live. */
export function useDeskEvent(eventId: string | undefined): UseQueryResult<DeskEvent> {
  const pollMs = usePollMs(CALM_MS);
  useEffect(() => followSportNews(), []);
  useEffect(() => (eventId === undefined ? undefined : listenTo(`sport:${eventId}`)), [eventId]);
  return useData<typeof getDeskEvent>(
    [SPORT_KEY, EVENT_KEY, eventId],
    { path: "/api/operator/sports/events/:event_id", params: { event_id: eventId ?? "" } },
    {
      enabled: eventId !== undefined,
      refetchInterval: pollMs,
    },
  );
}

export type DeskOrder = ListItemOf<typeof listDeskSportOrders>;
const MOST_ORDERS = 8;

/** The largest bets with a leg in an event. */
export function useLargestBets(eventId: string): UseQueryResult<readonly DeskOrder[]> {
  return useList<typeof listDeskSportOrders>(
    [SPORT_KEY, "orders", eventId],
    {
      path: "/api/operator/sports/orders",
      query: { event_id: eventId, order: "largest", limit: MOST_ORDERS },
    },
    { refetchInterval: usePollMs(CALM_MS) },
  );
}

export type SportFeeds = Whole<typeof listSportFeeds>;

export function useSportFeeds(): UseQueryResult<SportFeeds> {
  return useWhole<typeof listSportFeeds>(
    [SPORT_KEY, "feeds"],
    { path: "/api/operator/sports/feeds" },
    { refetchInterval: CALM_MS },
  );
}

/** Refetches everything about sport: one act moves the event, the board and the bets. */
function refresh(): void {
  void readAnew(SPORT_KEY);
}

function take(event: DeskEvent): void {
  queryClient.setQueryData<DeskEvent>([SPORT_KEY, EVENT_KEY, event.event_id], event);
  // The board too: the next press of the same key must go by the new state.
  const { event_id, status, is_live } = event;
  queryClient.setQueryData<SportBoard>(
    [SPORT_KEY, "board"],
    (board) =>
      board && {
        ...board,
        list: board.list.map((each) =>
          each.event_id === event_id ? { ...each, status, is_live } : each,
        ),
      },
  );
  refresh();
}

function takeMarket(market: DeskMarket): void {
  queryClient.setQueriesData<DeskEvent>({ queryKey: [SPORT_KEY, EVENT_KEY] }, (event) =>
    event === undefined
      ? event
      : {
          ...event,
          markets: event.markets.map((each) =>
            each.market_id === market.market_id ? market : each,
          ),
        },
  );
  refresh();
}

export type NewEvent = BodyInputOf<typeof createSportEvent>;

export async function createEvent(body: NewEvent): Promise<DeskEvent> {
  const wish = { method: "POST", path: "/api/operator/sports/events", body } as const;
  const { data } = await call<typeof createSportEvent>(wish);
  take(data);
  return data;
}

export async function changeEvent(
  eventId: string,
  body: BodyInputOf<typeof changeSportEvent>,
): Promise<void> {
  const path = "/api/operator/sports/events/:event_id/change";
  const params = { event_id: eventId };
  take((await call<typeof changeSportEvent>({ method: "POST", path, params, body })).data);
}

export type NewMarket = BodyInputOf<typeof addSportMarket>;

export async function addMarket(eventId: string, body: NewMarket): Promise<void> {
  const path = "/api/operator/sports/events/:event_id/markets";
  const params = { event_id: eventId };
  take((await call<typeof addSportMarket>({ method: "POST", path, params, body })).data);
}

type EventAct =
  | typeof publishSportEvent
  | typeof suspendSportEvent
  | typeof resumeSportEvent
  | typeof closeSportEvent;
export type EventActName = "publish" | "suspend" | "resume" | "close";

const EVENT_PATHS = {
  publish: "/api/operator/sports/events/:event_id/publish",
  suspend: "/api/operator/sports/events/:event_id/suspend",
  resume: "/api/operator/sports/events/:event_id/resume",
  close: "/api/operator/sports/events/:event_id/close",
} as const satisfies Record<EventActName, EventAct["path"]>;

export async function actOnEvent(name: EventActName, eventId: string, reason = ""): Promise<void> {
  const { data } = await call<EventAct>({
    method: "POST",
    path: EVENT_PATHS[name],
    params: { event_id: eventId },
    body: reason === "" ? {} : { reason },
  });
  take(data);
}

type MarketAct = typeof suspendSportMarket | typeof resumeSportMarket;

export async function actOnMarket(name: "suspend" | "resume", marketId: string): Promise<void> {
  const { data } = await call<MarketAct>({
    method: "POST",
    path:
      name === "suspend"
        ? "/api/operator/sports/markets/:market_id/suspend"
        : "/api/operator/sports/markets/:market_id/resume",
    params: { market_id: marketId },
    body: {},
  });
  takeMarket(data);
}

/** Sets new odds; refused if the market has moved since it was looked at. */
export async function setPrices(
  market: Pick<DeskMarket, "market_id" | "version">,
  outcomes: BodyInputOf<typeof priceSportMarket>["outcomes"],
): Promise<void> {
  const { data } = await call<typeof priceSportMarket>({
    method: "POST",
    path: "/api/operator/sports/markets/:market_id/price",
    params: { market_id: market.market_id },
    body: { outcomes, version: market.version },
  });
  takeMarket(data);
}

export async function setLimit(marketId: string, cents: number): Promise<void> {
  const { data } = await call<typeof limitSportMarket>({
    method: "POST",
    path: "/api/operator/sports/markets/:market_id/limit",
    params: { market_id: marketId },
    body: { max_liability_cents: cents },
  });
  takeMarket(data);
}

export type Numbers = DataOf<typeof enterSportResult>;
export type Settled = DataOf<typeof settleSportEvent>;

/** Enters a result and returns what settling by it would do. Moves no money. */
export async function sendSportResult(eventId: string, body: SportResultForm): Promise<Numbers> {
  const path = "/api/operator/sports/events/:event_id/result";
  const params = { event_id: eventId };
  const { data } = await call<typeof enterSportResult>({ method: "POST", path, params, body });
  refresh();
  return data;
}

export async function settleSport(eventId: string, version: number): Promise<Settled> {
  const { data } = await call<typeof settleSportEvent>({
    method: "POST",
    path: "/api/operator/sports/events/:event_id/settle",
    params: { event_id: eventId },
    body: { result_version: version },
  });
  refresh();
  return data;
}

export type Correction = DataOf<typeof correctSportEvent>;

export async function correctSport(
  eventId: string,
  body: BodyInputOf<typeof correctSportEvent>,
): Promise<Correction> {
  const path = "/api/operator/sports/events/:event_id/correct";
  const params = { event_id: eventId };
  const { data } = await call<typeof correctSportEvent>({ method: "POST", path, params, body });
  refresh();
  return data;
}

export async function voidOrder(orderId: string, reason: string): Promise<void> {
  await call<typeof voidSportOrder>({
    method: "POST",
    path: "/api/operator/sports/orders/:order_id/void",
    params: { order_id: orderId },
    body: { reason },
  });
  refresh();
}

export type FeedDiff = DataOf<typeof importSportFeed>;

export async function importFeed(body: BodyInputOf<typeof importSportFeed>): Promise<FeedDiff> {
  const wish = { method: "POST", path: "/api/operator/sports/events/import", body } as const;
  const { data } = await call<typeof importSportFeed>(wish);
  if (body.dry_run !== true) refresh();
  return data;
}
