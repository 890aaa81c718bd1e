import type {
  addSportMarket,
  BodyInputOf,
  correctSportEvent,
  createSportEvent,
  DataOf,
  DeskEvent,
  DeskMarket,
  enterSportResult,
  importSportFeed,
  ListItemOf,
  listDeskSportOrders,
  listSportFeeds,
  settleSportEvent,
} from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask, defineAct } from "./ask.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { useData, useList, useWhole, type Whole } from "./read.ts";
import { followSportNews, EVENT_KEY, SPORT_KEY, type SportBoard } from "./sport-news.ts";
import { listenTo, usePollMs } from "./stream.ts";

const CALM_MS = 5000;

/** The liability board, live. */
export function useSportBoard() {
  const refetchInterval = usePollMs(CALM_MS);
  useEffect(() => followSportNews(), []);
  useEffect(() => listenTo("sports"), []);
  return useWhole(
    [SPORT_KEY, "board"],
    "/api/operator/sports/board",
    {},
    { refetchInterval, placeholderData: keepPreviousData },
  );
}

/** One event with its markets, its book, results and log, live. */
export function useDeskEvent(eventId: string | undefined) {
  const refetchInterval = usePollMs(CALM_MS);
  useEffect(() => followSportNews(), []);
  useEffect(() => (eventId === undefined ? undefined : listenTo(`sport:${eventId}`)), [eventId]);
  return useData(
    [SPORT_KEY, EVENT_KEY, eventId],
    "/api/operator/sports/events/:event_id",
    { event_id: eventId ?? "" },
    { enabled: eventId !== undefined, refetchInterval },
  );
}

export type DeskOrder = ListItemOf<typeof listDeskSportOrders>;
const MOST_ORDERS = 8;

/** The largest bets with a leg in an event. */
export const useLargestBets = (event_id: string) =>
  useList(
    [SPORT_KEY, "orders", event_id],
    "/api/operator/sports/orders",
    { event_id, order: "largest", limit: MOST_ORDERS },
    { refetchInterval: usePollMs(CALM_MS) },
  );

export type SportFeeds = Whole<typeof listSportFeeds>;

export const useSportFeeds = () =>
  useWhole([SPORT_KEY, "feeds"], "/api/operator/sports/feeds", {}, { refetchInterval: CALM_MS });

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
export type NewMarket = BodyInputOf<typeof addSportMarket>;
export const createEvent = defineAct("POST /api/operator/sports/events", take);

const EVENT = "/api/operator/sports/events/:event_id";
export const changeEvent = defineAct(`POST ${EVENT}/change`, take);
export const addMarket = defineAct(`POST ${EVENT}/markets`, take);

export type EventActName = "publish" | "suspend" | "resume" | "close";

export async function actOnEvent(name: EventActName, event_id: string, reason = ""): Promise<void> {
  const fields = { event_id, reason };
  take((await ask(`POST ${EVENT}/${name}`, fields)).data);
}

const MARKET = "/api/operator/sports/markets/:market_id";
export const suspendMarket = defineAct(`POST ${MARKET}/suspend`, takeMarket);
export const resumeMarket = defineAct(`POST ${MARKET}/resume`, takeMarket);
/** Sets new odds; refused if the market has moved since it was looked at. */
export const setPrices = defineAct(`POST ${MARKET}/price`, takeMarket);
export const setLimit = defineAct(`POST ${MARKET}/limit`, takeMarket);

export type Numbers = DataOf<typeof enterSportResult>;
export type Settled = DataOf<typeof settleSportEvent>;
export type Correction = DataOf<typeof correctSportEvent>;

/** Enters a result and returns what settling by it would do. Moves no money. */
export const sendSportResult = defineAct(`POST ${EVENT}/result`, refresh);
export const settleSport = defineAct(`POST ${EVENT}/settle`, refresh);
export const correctSport = defineAct(`POST ${EVENT}/correct`, refresh);
export const voidOrder = defineAct("POST /api/operator/sports/orders/:order_id/void", refresh);

export type FeedDiff = DataOf<typeof importSportFeed>;

export async function importFeed(body: BodyInputOf<typeof importSportFeed>): Promise<FeedDiff> {
  const { data } = await ask("POST /api/operator/sports/events/import", body);
  if (body.dry_run !== true) refresh();
  return data;
}
