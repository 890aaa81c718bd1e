import type {
  DataOf,
  getSportLimits,
  ListItemOf,
  listSportOffers,
  marketHistory,
} from "@club/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { queryClient } from "./query-client.ts";
import { read, useData, useList } from "./read.ts";
import { SPORT_KEY } from "./sport-news.ts";

/* The book of sports: suspending all of it, its last hour, reduced offers, its limits. */

const SLOW_MS = 15_000;
/** A key of its own: unlike the rest, this is fetched at intervals, not with every bet. */
const BOOK_KEY = "sport-book";

export const suspendAll = defineAct("POST /api/operator/sports/suspend-all", [SPORT_KEY]);
export const resumeAll = defineAct("POST /api/operator/sports/resume-all", [SPORT_KEY]);

export interface MarketHistory {
  readonly window: DataOf<typeof marketHistory>;
  readonly outcomes: readonly ListItemOf<typeof marketHistory>[];
}

/** Prices and book of a market through its last hour. */
export const useMarketHistory = (market_id: string) =>
  useQuery({
    queryKey: [BOOK_KEY, "history", market_id],
    refetchInterval: SLOW_MS,
    queryFn: async (asked): Promise<MarketHistory> => {
      const path = "/api/operator/sports/markets/:market_id/history";
      const { data, list } = await read(path, { market_id }, asked);
      return { window: data, outcomes: list };
    },
  });

export type Offer = ListItemOf<typeof listSportOffers>;

/** Bets on an event for which a smaller stake than asked was offered. */
export const useOffers = (event_id: string) =>
  useList(
    [BOOK_KEY, "offers", event_id],
    "/api/operator/sports/events/:event_id/offers",
    { event_id },
    { refetchInterval: SLOW_MS },
  );

export type BookLimits = DataOf<typeof getSportLimits>;
export type LimitName = Exclude<keyof BookLimits, "is_set">;
const LIMITS_KEY = [BOOK_KEY, "limits"] as const;

export const useBookLimits = () =>
  useData(LIMITS_KEY, "/api/operator/sports/limits", {}, { placeholderData: keepPreviousData });

export const saveBookLimits = defineAct("POST /api/operator/sports/limits", (limits) =>
  queryClient.setQueryData(LIMITS_KEY, limits),
);
