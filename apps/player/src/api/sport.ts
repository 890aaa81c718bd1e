import { favouritesUnder } from "./favourites.ts";
import { useStore } from "@club/client/react";
import type {
  DataOf,
  getSportEvent,
  getSportForm,
  getSportOrder,
  listSportEvents,
  listSportOrders,
  QueryInputOf,
  SportEvent,
  SportEventRow,
} from "@club/contract";
import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { cacheKey, LIST_TTL_MS, writeCache } from "../device/answer-cache.ts";
import { cachedQuery } from "../core/cached-call.ts";
import { urlOf } from "@club/client";
import { call } from "../core/call.ts";
import { ORDERS } from "./open-bets.ts";
import type { OrderDays, OrderTab } from "./orders.ts";
import { listenTo, usePollMs } from "../core/stream.ts";
import { currentSession, useSession } from "../core/session.ts";
import { takeMarkets } from "./sport-markets.ts";
import { followSportNews, SPORT_EVENT_KEY, SPORTS_KEY, type SportList } from "./sport-news.ts";

export type SportFilter = NonNullable<QueryInputOf<typeof listSportEvents>>;

/** The events of a view, live: a day, in play, the favourites, a search. null: nothing to ask. */
export function useSportEvents(filter: SportFilter | null): UseQueryResult<SportList> {
  const poll = usePollMs();
  useEffect(() => followSportNews(), []);
  useEffect(() => listenTo("sports"), []);
  const wish = { method: "GET", path: "/api/sport/list", query: filter ?? {} } as const;
  const query = useQuery({
    ...cachedQuery<typeof listSportEvents>([SPORTS_KEY, JSON.stringify(filter)], wish, LIST_TTL_MS),
    enabled: filter !== null,
    staleTime: 5000,
    refetchInterval: ({ state }) => intervalOf(state.data?.list.length ?? 0, poll),
    structuralSharing: (before, after) =>
      shareRows(before as SportList | undefined, after as SportList),
    queryFn: async ({ signal }) => {
      const answer = await call<typeof listSportEvents>({ ...wish, signal });
      // A day of thousands would take longer to store than to fetch.
      if (answer.list.length <= MOST_KEPT) {
        const key = cacheKey(wish.method, urlOf(wish), currentSession()?.userId ?? "");
        writeCache(key, { t: Date.now(), body: answer.envelope });
      }
      return answer;
    },
  });
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) takeMarkets(data.list.flatMap(mainMarketOf));
  }, [data]);
  return query;
}

const MOST_KEPT = 200;
const LONG_LIST_MS = 5 * LIST_TTL_MS;

/**
 * How often a list is fetched again. The stream brings prices and states, and a list of thousands
 * costs a slow phone more than it is worth, so it is refetched rarely, not at every poll.
 */
function intervalOf(length: number, poll: number | false): number {
  if (length <= MOST_KEPT) return poll === false ? LIST_TTL_MS : poll;
  return poll === false ? LONG_LIST_MS : LIST_TTL_MS;
}

/**
 * An unchanged row stays the same object, so that it is not drawn again. While a list is being
 * fetched, the one in its place stays the same too: a new object each time would draw without end.
 */
export function shareRows(before: SportList | undefined, after: SportList): SportList {
  if (before === undefined || before === after) return after;
  const rows = new Map(before.list.map((row) => [row.event_id, row]));
  const list = after.list.map((row) => {
    const known = rows.get(row.event_id);
    return known !== undefined && stampOf(known) === stampOf(row) ? known : row;
  });
  return { ...after, list };
}

/** What a row draws; prices take another way. */
function stampOf(row: SportEventRow): string {
  const { status, is_live, live, result, start_time, markets_count, home, away, main_market } = row;
  const score = live === null ? "" : `${live.home} ${live.away} ${live.clock}`;
  const final = result === null ? "" : `${result.home} ${result.away}`;
  const market =
    main_market === null
      ? ""
      : `${main_market.market_id} ${main_market.version} ${main_market.status}`;
  return [status, is_live, score, final, start_time, markets_count, home, away, market].join("|");
}

function mainMarketOf({ main_market }: SportEventRow) {
  return main_market === null ? [] : [main_market];
}

/** One event with all of its markets, live. */
export function useSportEvent(eventId: string | undefined): UseQueryResult<SportEvent> {
  const poll = usePollMs();
  useEffect(() => followSportNews(), []);
  useEffect(() => (eventId === undefined ? undefined : listenTo(`sport:${eventId}`)), [eventId]);
  const query = useQuery({
    queryKey: [SPORT_EVENT_KEY, eventId],
    enabled: eventId !== undefined,
    refetchInterval: poll,
    staleTime: 5000,
    queryFn: async ({ signal }) => {
      const params = { event_id: eventId ?? "" };
      const wish = { method: "GET", path: "/api/sport/:event_id", params, signal } as const;
      return (await call<typeof getSportEvent>(wish)).data;
    },
  });
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) takeMarkets(data.markets);
  }, [data]);
  return query;
}

const FORM_TTL_MS = 10 * 60_000;

/** The last matches of both sides; they do not change while somebody looks. */
export function useSportForm(
  eventId: string | undefined,
): UseQueryResult<DataOf<typeof getSportForm>> {
  return useQuery({
    queryKey: ["sport-form", eventId],
    enabled: eventId !== undefined,
    staleTime: FORM_TTL_MS,
    queryFn: async ({ signal }) => {
      const params = { event_id: eventId ?? "" };
      const wish = { method: "GET", path: "/api/sport/:event_id/form", params, signal } as const;
      return (await call<typeof getSportForm>(wish)).data;
    },
  });
}

/** Under the key of all bets, so that the news of a settled bet refetches them. */
const SPORT_ORDERS = [...ORDERS, "sport"] as const;
const PAGE = 20;

export type SportOrderDetail = DataOf<typeof getSportOrder>;

/** The player's sport bets, newest first, a page at a time. */
export function useSportOrders(tab: OrderTab, days: OrderDays | null, isWanted = true) {
  const isSignedIn = useSession() !== null;
  const poll = usePollMs();
  return useInfiniteQuery({
    queryKey: [...SPORT_ORDERS, "list", tab, days],
    enabled: isSignedIn && isWanted,
    refetchInterval: poll === false ? LIST_TTL_MS : poll * 4,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listSportOrders>({
        method: "GET",
        path: "/api/order/sport-list",
        query: {
          limit: PAGE,
          cursor: pageParam,
          status: tab === "all" ? undefined : tab,
          ...days,
        },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export function useSportOrder(orderId: string | undefined): UseQueryResult<SportOrderDetail> {
  return useQuery({
    queryKey: [...SPORT_ORDERS, "one", orderId],
    enabled: orderId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { order_id: orderId ?? "" };
      const wish = { method: "GET", path: "/api/order/sport/:order_id", params, signal } as const;
      return (await call<typeof getSportOrder>(wish)).data;
    },
  });
}

const matches = favouritesUnder("sport-favourites", 100);

export const useSportFavourites = (): readonly string[] => useStore(matches.store);
export const toggleSportFavourite = (eventId: string): void => void matches.toggle(eventId);
