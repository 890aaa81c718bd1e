import type {
  BodyInputOf,
  DataOf,
  getSportLimits,
  ListItemOf,
  listSportOffers,
  marketHistory,
  resumeAllSports,
  setSportLimits,
  suspendAllSports,
} from "@club/contract";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient, send } from "./query-client.ts";
import { useData, useList } from "./read.ts";
import { SPORT_KEY } from "./sport-news.ts";

/* The book of sports: suspending all of it, its last hour, reduced offers, its limits. */

const SLOW_MS = 15_000;
/** A key of its own: unlike the rest, this is fetched at intervals, not with every bet. */
const BOOK_KEY = "sport-book";

export async function suspendAll(reason: string): Promise<number> {
  const body = reason === "" ? {} : { reason };
  const wish = { method: "POST", path: "/api/operator/sports/suspend-all", body } as const;
  const data = await send<typeof suspendAllSports>([SPORT_KEY], wish);
  return data.suspended;
}

export async function resumeAll(reason: string): Promise<number> {
  const body = reason === "" ? {} : { reason };
  const wish = { method: "POST", path: "/api/operator/sports/resume-all", body } as const;
  const data = await send<typeof resumeAllSports>([SPORT_KEY], wish);
  return data.resumed;
}

export interface MarketHistory {
  readonly window: DataOf<typeof marketHistory>;
  readonly outcomes: readonly ListItemOf<typeof marketHistory>[];
}

/** Prices and book of a market through its last hour. */
export function useMarketHistory(marketId: string): UseQueryResult<MarketHistory> {
  return useQuery({
    queryKey: [BOOK_KEY, "history", marketId],
    refetchInterval: SLOW_MS,
    queryFn: async ({ signal }) => {
      const { data, list } = await call<typeof marketHistory>({
        method: "GET",
        path: "/api/operator/sports/markets/:market_id/history",
        params: { market_id: marketId },
        signal,
      });
      return { window: data, outcomes: list };
    },
  });
}

export type Offer = ListItemOf<typeof listSportOffers>;

/** Bets on an event for which a smaller stake than asked was offered. */
export function useOffers(eventId: string): UseQueryResult<readonly Offer[]> {
  return useList<typeof listSportOffers>(
    [BOOK_KEY, "offers", eventId],
    { path: "/api/operator/sports/events/:event_id/offers", params: { event_id: eventId } },
    { refetchInterval: SLOW_MS },
  );
}

export type BookLimits = DataOf<typeof getSportLimits>;
export type LimitName = keyof BookLimits;
const LIMITS_KEY = [BOOK_KEY, "limits"] as const;

export function useBookLimits(): UseQueryResult<BookLimits> {
  return useData<typeof getSportLimits>(
    LIMITS_KEY,
    { path: "/api/operator/sports/limits" },
    { placeholderData: keepPreviousData },
  );
}

export async function saveBookLimits(body: BodyInputOf<typeof setSportLimits>): Promise<void> {
  const wish = { method: "POST", path: "/api/operator/sports/limits", body } as const;
  queryClient.setQueryData(LIMITS_KEY, (await call<typeof setSportLimits>(wish)).data);
}
