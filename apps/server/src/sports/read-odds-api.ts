import { medianOdds } from "@club/domain";
import { z } from "zod";
import { parseInstant } from "../races/instant.ts";
import {
  type FeedEvent,
  type FeedMarket,
  type FeedOptions,
  type ReadFeed,
  lineOf,
  oddsOf,
  unreadable,
} from "./feed-event.ts";

const outcome = z.object({
  name: z.string().max(200),
  price: z.number(),
  point: z.number().nullish(),
});
const market = z.object({ key: z.string(), outcomes: z.array(outcome).max(200) });
const bookmaker = z.object({ key: z.string(), markets: z.array(market).max(100) });
const event = z.object({
  id: z.string().min(1).max(100),
  sport_key: z.string().max(100),
  sport_title: z.string().max(120),
  commence_time: z.string(),
  home_team: z.string().max(120).nullish(),
  away_team: z.string().max(120).nullish(),
  bookmakers: z.array(bookmaker).max(200).nullish(),
  completed: z.boolean().nullish(),
  scores: z.array(z.object({ name: z.string(), score: z.string().nullable() })).nullish(),
});
type Event = z.infer<typeof event>;
type Outcome = z.infer<typeof outcome>;

const SPORTS: readonly (readonly [prefix: string, sport: string])[] = [
  ["soccer", "football"],
  ["americanfootball", "american_football"],
  ["icehockey", "ice_hockey"],
  ["rugby", "rugby"],
];

/** Reads version 4 of the-odds-api: its odds, its scores, or both. @throws feed.unreadable */
export function readOddsApi(payload: unknown, options: FeedOptions): ReadFeed {
  const list = typeof payload === "string" ? parseText(payload) : payload;
  if (!Array.isArray(list)) throw unreadable("shape");
  const events: FeedEvent[] = [];
  const problems: string[] = [];
  for (const [i, item] of list.entries()) {
    const read = event.safeParse(item);
    if (!read.success) {
      const [issue] = read.error.issues;
      problems.push(`event ${i + 1}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
      continue;
    }
    const startTime = parseInstant(read.data.commence_time);
    if (startTime === null) problems.push(`event ${i + 1}: commence_time`);
    else events.push(toEvent(read.data, startTime, options));
  }
  return { events, problems };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("json");
  }
}

function toEvent(item: Event, startTime: Date, options: FeedOptions): FeedEvent {
  const home = item.home_team ?? item.sport_title;
  const away = item.away_team ?? "";
  return {
    sourceId: item.id,
    sport: sportOf(item.sport_key),
    competition: item.sport_title,
    home,
    away,
    startTime,
    markets: marketsOf(item, { home, away }, options),
    score: scoreOf(item, { home, away }),
  };
}

function sportOf(key: string): string {
  const [first = "other"] = key.split("_");
  const known = SPORTS.find(([prefix]) => first.startsWith(prefix))?.[1];
  return known ?? (/^[a-z][a-z0-9]{1,38}$/.test(first) ? first : "other");
}

interface Sides {
  readonly home: string;
  readonly away: string;
}

/** The key of an outcome by its market, or null for one that is none of ours. */
function keyOf(marketKey: string, { name }: Outcome, sides: Sides): string | null {
  if (marketKey === "totals") return { Over: "over", Under: "under" }[name] ?? null;
  if (marketKey === "outrights") return name;
  if (name === sides.home) return "home";
  if (name === sides.away) return "away";
  return marketKey === "h2h" && name === "Draw" ? "draw" : null;
}

/** The line that an outcome belongs to: that of the total, or of the home side. */
function lineMilliOf(
  marketKey: string,
  key: string,
  point: number | null | undefined,
): number | null {
  if (marketKey !== "totals" && marketKey !== "spreads") return null;
  const line = lineOf(point);
  return line === null || key !== "away" ? line : line === 0 ? 0 : -line;
}

const TYPES = {
  h2h: "1x2",
  totals: "over_under",
  spreads: "asian_handicap",
  outrights: "outright",
} as const;

interface FoundMarket {
  readonly key: keyof typeof TYPES;
  readonly line: number | null;
  readonly odds: Map<string, number[]>;
}

/** Odds of every bookmaker by market, line and outcome; then the one asked for, or the middle. */
function marketsOf(item: Event, sides: Sides, options: FeedOptions): FeedMarket[] {
  const found = new Map<string, FoundMarket>();
  for (const { key: book, markets } of item.bookmakers ?? []) {
    if (options.bookmaker !== null && book !== options.bookmaker) continue;
    for (const { key, outcomes } of markets) {
      if (isOurs(key)) for (const each of outcomes) note(found, key, priceOf(key, each, sides));
    }
  }
  return [...found.values()].flatMap((each) => toMarket(each.key, each.line, each.odds));
}

function isOurs(key: string): key is keyof typeof TYPES {
  return Object.hasOwn(TYPES, key);
}

interface FoundPrice {
  readonly key: string;
  readonly line: number | null;
  readonly odds: number;
}

/** An outcome's price, or null where its name, its odds or its line are none of ours. */
function priceOf(marketKey: keyof typeof TYPES, each: Outcome, sides: Sides): FoundPrice | null {
  const key = keyOf(marketKey, each, sides);
  const odds = oddsOf(each.price);
  if (key === null || odds === null) return null;
  const line = lineMilliOf(marketKey, key, each.point);
  const isLined = marketKey === "totals" || marketKey === "spreads";
  return isLined && line === null ? null : { key, line, odds };
}

function note(
  found: Map<string, FoundMarket>,
  key: keyof typeof TYPES,
  price: FoundPrice | null,
): void {
  if (price === null) return;
  const at = `${key} ${price.line}`;
  const known = found.get(at) ?? { key, line: price.line, odds: new Map<string, number[]>() };
  known.odds.set(price.key, [...(known.odds.get(price.key) ?? []), price.odds]);
  found.set(at, known);
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "1x2": ["home", "draw", "away"],
  two_way: ["home", "away"],
  over_under: ["over", "under"],
  asian_handicap: ["home", "away"],
};

/** A market of which an outcome has no odds is left out. */
function toMarket(
  key: keyof typeof TYPES,
  lineMilli: number | null,
  odds: ReadonlyMap<string, readonly number[]>,
): FeedMarket[] {
  const type = key === "h2h" && !odds.has("draw") ? "two_way" : TYPES[key];
  const keys = NEEDED[type] ?? [...odds.keys()];
  if (keys.length < 2 || !keys.every((each) => odds.has(each))) return [];
  const outcomes = keys.map((each) => ({
    key: each,
    name: null,
    oddsMilli: medianOdds(odds.get(each) ?? []),
  }));
  return [{ type, lineMilli, outcomes }];
}

function scoreOf(item: Event, sides: Sides): FeedEvent["score"] {
  const of = (name: string): number | null => {
    const text = item.scores?.find((each) => each.name === name)?.score ?? null;
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  };
  const home = of(sides.home);
  const away = of(sides.away);
  if (home === null || away === null) return null;
  return { home, away, isFinal: item.completed === true };
}
