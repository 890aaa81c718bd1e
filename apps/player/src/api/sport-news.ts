import type { listSportEvents, SportEvent, SportEventRow, SportMarket } from "@club/contract";
import { MINE, queryClient, readLater, readOvertaken } from "../core/query-client.ts";
import type { Answer, StreamEvent } from "@club/client";
import { receive } from "../core/stream.ts";
import { takeMarkets } from "./sport-markets.ts";

/*
 * The stream's news of sport. Prices go to the markets' own store, several times a second; only
 * changes to a row's place or face (status, score, start) touch the lists.
 */

type SportNews = Partial<Omit<SportEvent, "markets">> & {
  readonly event_id: string;
  readonly markets?: readonly SportMarket[];
  readonly main_market?: SportMarket | null;
};

let followers = 0;
let stop: (() => void) | undefined;

/** Follows the stream as long as somebody shows sport. */
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
  // Nobody repeats the news from before the stream began.
  if (event.kind === "ready") [[SPORTS_KEY], [SPORT_EVENT_KEY]].forEach(readLater);
  if (event.kind !== "sport") return;
  try {
    takeNews(JSON.parse(event.data) as SportNews);
  } catch (error) {
    console.info("news", event.kind, error);
  }
}

export function takeNews(news: SportNews): void {
  const { markets = [], main_market, ...face } = news;
  takeMarkets(main_market ? [...markets, main_market] : markets);
  const known = queryClient.getQueryData<SportEvent>([SPORT_EVENT_KEY, news.event_id]);
  const isNew = markets.some(
    ({ market_id }) => known?.markets.every((market) => market.market_id !== market_id) === true,
  );
  takeFace(face);
  if (isNew) void queryClient.invalidateQueries({ queryKey: [SPORT_EVENT_KEY, news.event_id] });
  if (news.status !== undefined) takeStatus(news.event_id, news.status, known?.status);
}

const statuses = new Map<string, SportEvent["status"]>();
const statusListeners = new Set<(eventId: string) => void>();

/** Calls back for every event whose state has changed: its markets must be read again. */
export function onStatus(listener: (eventId: string) => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** The state of an event applies to all of its markets, which its news does not name. */
function takeStatus(
  eventId: string,
  status: SportEvent["status"],
  known: SportEvent["status"] | undefined,
): void {
  const before = statuses.get(eventId) ?? known;
  statuses.set(eventId, status);
  if (before === status) return;
  void queryClient.invalidateQueries({ queryKey: [SPORT_EVENT_KEY, eventId] });
  for (const listener of statusListeners) listener(eventId);
}

const FACE = ["status", "is_live", "live", "result", "start_time", "markets_count"] as const;
type Face = Partial<Pick<SportEvent, (typeof FACE)[number]>>;

function takeFace(news: Face & { readonly event_id: string }): void {
  const face: Face = Object.fromEntries(
    FACE.filter((name) => news[name] !== undefined).map((name) => [name, news[name]]),
  );
  const key = [SPORT_EVENT_KEY, news.event_id];
  const known = queryClient.getQueryData<SportEvent>(key);
  if (known === undefined || !isSame(known, face)) {
    queryClient.setQueryData<SportEvent>(key, known && { ...known, ...face });
    readOvertaken(key);
  }
  takeFaceInLists(news.event_id, face);
  // A score moves the legs of open bets too.
  if (face.status === "settled" || face.status === "void") {
    void queryClient.invalidateQueries({ queryKey: [MINE, "orders", "sport"] });
  }
}

function takeFaceInLists(eventId: string, face: Face): void {
  for (const [key, answer] of queryClient.getQueriesData<SportList>({ queryKey: [SPORTS_KEY] })) {
    const row = answer?.list.find(({ event_id }) => event_id === eventId);
    if (answer !== undefined && (row === undefined || isSame(row, face))) continue;
    readOvertaken(key);
    if (answer === undefined) continue;
    const patch = (each: SportEventRow) => (each === row ? { ...row, ...face } : each);
    queryClient.setQueryData<SportList>(key, { ...answer, list: answer.list.map(patch) });
  }
}

/** A price changes nothing in the face; writing nothing saves a drawing. */
function isSame(event: Face, face: Face): boolean {
  return FACE.every(
    (name) => JSON.stringify(face[name] ?? event[name]) === JSON.stringify(event[name]),
  );
}

/* Under which keys the query cache holds what is shown of sport. */

export const SPORTS_KEY = "sports";
export const SPORT_EVENT_KEY = "sport-event";

export type SportList = Answer<typeof listSportEvents>;
