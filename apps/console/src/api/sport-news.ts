import type { StreamEvent } from "@club/client";
import type { DeskEvent, SportMarket, sportsBoard } from "@club/contract";
import { queryClient, readAnew } from "./query-client.ts";
import type { Whole } from "./read.ts";
import { receive } from "./stream.ts";

/*
 * Prices come with the stream several times a second and go straight into what is shown. The book
 * (stakes, liability) is not in the stream: it is refetched, at most once a second.
 */

interface News {
  readonly event_id: string;
  readonly markets?: readonly SportMarket[];
  readonly main_market?: SportMarket | null;
}

const BOOK_MS = 1000;

let followers = 0;
let stop: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows the stream for as long as a page shows sport. */
export function followSportNews(): () => void {
  followers += 1;
  stop ??= receive(take);
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.();
    stop = undefined;
  };
}

function take(event: StreamEvent): void {
  // News from before the stream began is not sent again.
  if (event.kind === "ready") timer ??= setTimeout(readBook, BOOK_MS);
  if (event.kind !== "sport") return;
  try {
    const news = JSON.parse(event.data) as News;
    const markets = [...(news.markets ?? []), ...(news.main_market ? [news.main_market] : [])];
    takePrices(news.event_id, markets);
    timer ??= setTimeout(readBook, BOOK_MS);
  } catch (error) {
    console.info("news", event.kind, error);
  }
}

function readBook(): void {
  timer = undefined;
  void readAnew(SPORT_KEY);
}

function takePrices(eventId: string, markets: readonly SportMarket[]): void {
  queryClient.setQueryData<DeskEvent>([SPORT_KEY, EVENT_KEY, eventId], (event) =>
    event === undefined
      ? event
      : { ...event, markets: event.markets.map((market) => withNews(market, markets)) },
  );
  queryClient.setQueryData<SportBoard>([SPORT_KEY, "board"], (board) =>
    board === undefined
      ? board
      : {
          ...board,
          list: board.list.map((event) =>
            event.event_id !== eventId || event.main_market === null
              ? event
              : { ...event, main_market: withNews(event.main_market, markets) },
          ),
        },
  );
}

type DeskMarket = DeskEvent["markets"][number];

/** Odds and state from the news, the book as it was fetched. */
function withNews(market: DeskMarket, all: readonly SportMarket[]): DeskMarket {
  const news = all.find(({ market_id }) => market_id === market.market_id);
  if (news === undefined || news.version <= market.version) return market;
  const outcomes = market.outcomes.map((outcome) => {
    const fresh = news.outcomes.find(({ outcome_id }) => outcome_id === outcome.outcome_id);
    return fresh === undefined ? outcome : { ...outcome, ...fresh };
  });
  return { ...market, status: news.status, version: news.version, outcomes };
}

/* The query cache's keys for what the desk shows of sport. */

export const SPORT_KEY = "sport";
export const EVENT_KEY = "event";

export type SportBoard = Whole<typeof sportsBoard>;
