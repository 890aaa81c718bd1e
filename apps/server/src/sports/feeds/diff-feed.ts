import type { DataOf, importSportFeed } from "@club/contract";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import type { FeedEvent, FeedMarket } from "./feed-event.ts";

export type FeedChange = DataOf<typeof importSportFeed>["changes"][number];

/** Decimal odds in thousandths, by the outcome's id. */
export type Odds = Readonly<Record<string, number>>;

/** A stored event with its markets. */
export interface StoredEvent {
  readonly event: SportEventRowData;
  readonly markets: readonly SportMarketData[];
  /** Those that the feed has priced, with its last prices; markets added by hand are left to the operator. */
  readonly fedMarkets: ReadonlyMap<string, Odds>;
  /** Those that the feed itself took off the board: its next price brings them back. */
  readonly goneMarkets: ReadonlySet<string>;
}

/** One change that a feed's event makes; each is carried out on its own. */
export type FeedAct =
  | { readonly kind: "new" }
  | { readonly kind: "time" }
  | { readonly kind: "market"; readonly market: FeedMarket }
  | { readonly kind: "price"; readonly marketId: string; readonly outcomes: readonly Priced[] }
  | { readonly kind: "gone"; readonly marketId: string }
  | { readonly kind: "back"; readonly marketId: string }
  | { readonly kind: "score" }
  | { readonly kind: "result" };

export interface Priced {
  readonly outcomeId: string;
  readonly key: string;
  readonly before: number;
  readonly oddsMilli: number;
}

/**
 * What to do about an event of a feed. Prices of a closed event stay. A start or a price that was
 * set by hand stays until the feed says another one than before.
 */
export function diffEvent(feed: FeedEvent, stored: StoredEvent | null): FeedAct[] {
  if (stored === null) return [{ kind: "new" }, ...resultActs(feed, null)];
  const { event } = stored;
  // Other names may mean another match under the same id: ignored until a person has looked.
  if (isRenamed(feed, event)) return goneActs(stored, new Set());
  const mayChange = takesTime(event);
  const acts: FeedAct[] = [];
  if (mayChange && isNewStart(feed, event)) acts.push({ kind: "time" });
  if (mayChange && !event.has_started) acts.push(...marketActs(feed, stored));
  return [...acts, ...resultActs(feed, event)];
}

function isNewStart({ startTime }: FeedEvent, event: SportEventRowData): boolean {
  const isSaidAgain = event.fed_start?.getTime() === startTime.getTime();
  return !isSaidAgain && event.start_time.getTime() !== startTime.getTime();
}

/** Whether the feed names the sides differently than when the club last accepted its names. */
export function isRenamed(feed: FeedEvent, event: SportEventRowData): boolean {
  return event.fed_home !== null && (event.fed_home !== feed.home || event.fed_away !== feed.away);
}

/** Takes bets off the feed's markets that it no longer mentions. */
function goneActs({ markets, fedMarkets }: StoredEvent, seen: ReadonlySet<string>): FeedAct[] {
  return markets
    .filter(({ id, status }) => status === "open" && !seen.has(id) && fedMarkets.has(id))
    .map(({ id }): FeedAct => ({ kind: "gone", marketId: id }));
}

function marketActs(feed: FeedEvent, stored: StoredEvent): FeedAct[] {
  const { markets, fedMarkets, goneMarkets } = stored;
  if (!feed.isPriced) return [];
  const seen = new Set<string>();
  const acts = feed.markets.flatMap((market): FeedAct[] => {
    const known = markets.find(
      (each) => each.type === market.type && each.line_milli === market.lineMilli,
    );
    if (known === undefined) return [{ kind: "market", market }];
    // An outright missing a runner is not fully priced: it is suspended like one that is gone.
    const isWhole = known.outcomes.every(({ key }) => market.outcomes.some((o) => o.key === key));
    if (!isWhole) return [];
    seen.add(known.id);
    const outcomes = pricesOf(market, known, fedMarkets.get(known.id));
    return [
      ...(outcomes.length === 0 ? [] : [{ kind: "price" as const, marketId: known.id, outcomes }]),
      ...(goneMarkets.has(known.id) ? [{ kind: "back" as const, marketId: known.id }] : []),
    ];
  });
  return [...acts, ...goneActs(stored, seen)];
}

/** Every outcome of the market with its odds, if the feed moved any of them. */
function pricesOf(market: FeedMarket, known: SportMarketData, last: Odds | undefined): Priced[] {
  const priced = known.outcomes.flatMap((outcome) => {
    const said = market.outcomes.find(({ key }) => key === outcome.key);
    if (said === undefined) return [];
    const { oddsMilli } = said;
    return [{ outcomeId: outcome.id, key: outcome.key, before: outcome.odds_milli, oddsMilli }];
  });
  const isNews = priced.some(
    ({ outcomeId, before, oddsMilli }) => (last?.[outcomeId] ?? before) !== oddsMilli,
  );
  const isMove = priced.some(({ before, oddsMilli }) => before !== oddsMilli);
  return isNews && isMove ? priced : [];
}

function resultActs(feed: FeedEvent, event: SportEventRowData | null): FeedAct[] {
  const { score } = feed;
  if (score === null || !takesScore(feed, event)) return [];
  if (score.isFinal) return [{ kind: "result" }];
  const isKnown = event?.live_home === score.home && event.live_away === score.away;
  return isKnown ? [] : [{ kind: "score" }];
}

/** A score for an event still to come belongs to a replayed file: it is not entered. */
function takesScore(feed: FeedEvent, event: SportEventRowData | null): boolean {
  const hasBegun = feed.startTime.getTime() <= Date.now();
  if (event === null) return hasBegun;
  if (event.status !== "open" && event.status !== "closed") return false;
  // A start that the same feed brings forward counts: it is moved before the score is entered.
  return event.has_started || (takesTime(event) && hasBegun);
}

function takesTime({ status }: SportEventRowData): boolean {
  return status === "draft" || status === "open";
}

/** The lines of the diff that an operator sees, one or more per act. */
export function changesOf(
  feed: FeedEvent,
  stored: StoredEvent | null,
  acts: readonly FeedAct[],
): FeedChange[] {
  const face = {
    event: feed.away === "" ? feed.home : `${feed.home} - ${feed.away}`,
    event_id: stored?.event.id ?? null,
    market: null,
    key: null,
    before: null,
    after: null,
  };
  if (acts.length === 0) return [{ ...face, what: "unchanged" }];
  return acts.flatMap((act): FeedChange[] => changesOfAct(act, feed, { face, stored }));
}

/** The line of a match that was over before the club heard of it. */
export function playedChangeOf(feed: FeedEvent, isNew: boolean): FeedChange {
  return {
    what: isNew ? "played" : "unchanged",
    event: `${feed.home} - ${feed.away}`,
    event_id: null,
    market: null,
    key: null,
    before: null,
    after: feed.score === null ? null : `${feed.score.home}-${feed.score.away}`,
  };
}

interface Face {
  readonly face: Omit<FeedChange, "what">;
  readonly stored: StoredEvent | null;
}

function changesOfAct(act: FeedAct, feed: FeedEvent, of: Face): FeedChange[] {
  const { face, stored } = of;
  const start = feed.startTime.toISOString();
  const score = feed.score === null ? null : `${feed.score.home}-${feed.score.away}`;
  switch (act.kind) {
    case "new":
      return [{ ...face, what: "new", after: start }];
    case "time":
      return [{ ...face, what: "time", before: startOf(stored), after: start }];
    case "market":
      return [
        { ...face, what: "market", market: act.market.type, after: lineText(act.market.lineMilli) },
      ];
    case "gone":
    case "back": {
      const market = typeOf(stored, act.marketId);
      const [before, after] = act.kind === "gone" ? ["open", "suspended"] : ["suspended", "open"];
      return [{ ...face, what: "market", market, before, after }];
    }
    case "price":
      return pricesChanged(act.outcomes, { ...face, market: typeOf(stored, act.marketId) });
    case "score":
    case "result":
      return [{ ...face, what: act.kind, after: score }];
  }
}

function startOf(stored: StoredEvent | null): string | null {
  return stored?.event.start_time.toISOString() ?? null;
}

function typeOf(stored: StoredEvent | null, marketId: string): string | null {
  return stored?.markets.find(({ id }) => id === marketId)?.type ?? null;
}

function pricesChanged(outcomes: readonly Priced[], face: Omit<FeedChange, "what">): FeedChange[] {
  return outcomes
    .filter(({ before, oddsMilli }) => before !== oddsMilli)
    .map(({ key, before, oddsMilli }) => ({
      ...face,
      what: "price" as const,
      key,
      before: oddsText(before),
      after: oddsText(oddsMilli),
    }));
}

function lineText(lineMilli: number | null): string | null {
  return lineMilli === null ? null : String(lineMilli / 1000);
}

function oddsText(oddsMilli: number): string {
  return (oddsMilli / 1000).toFixed(oddsMilli % 10 === 0 ? 2 : 3);
}
