import { checkMarket, type MarketType, medianOdds, Refusal } from "@club/domain";
import { z } from "zod";
import { parseInstant } from "../../core/http/wire.ts";
import {
  type FeedEvent,
  type FeedMarket,
  type FeedOptions,
  type ReadFeed,
  lineOf,
  oddsOf,
  unreadable,
} from "./feed-event.ts";

/** The database's text type cannot hold NUL. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes("\0"), "a character that is none");
// An invalid price spoils only its own market, so its type is not checked here.
const outcome = z.object({
  name: text(200),
  price: z.unknown().optional(),
  point: z.unknown().optional(),
});
const market = z.object({ key: z.string(), outcomes: z.array(outcome).max(200) });
const bookmaker = z.object({ key: z.string(), markets: z.array(market).max(100) });
const score = z.union([z.string(), z.number()]).nullish();
const event = z.object({
  id: text(100).min(1),
  sport_key: text(100),
  sport_title: text(120),
  commence_time: z.string(),
  home_team: text(120).nullish(),
  away_team: text(120).nullish(),
  bookmakers: z.array(bookmaker).max(200).nullish(),
  completed: z.boolean().nullish(),
  scores: z.array(z.object({ name: z.string(), score })).nullish(),
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
    const found = readEvent(item, options);
    const name = found.event === null ? "" : ` (${found.event.home})`;
    problems.push(...found.problems.map((problem) => `event ${i + 1}${name}: ${problem}`));
    if (found.event !== null) events.push(found.event);
  }
  return { events, problems };
}

function readEvent(item: unknown, options: FeedOptions): Found {
  const read = event.safeParse(item);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { event: null, problems: [`${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`] };
  }
  const startTime = parseInstant(read.data.commence_time);
  if (startTime === null) return { event: null, problems: ["commence_time"] };
  return toEvent(read.data, startTime, options);
}

function parseText(payload: string): unknown {
  try {
    return JSON.parse(payload.replace(/^\uFEFF/, ""));
  } catch {
    throw unreadable("json");
  }
}

interface Found {
  readonly event: FeedEvent | null;
  readonly problems: readonly string[];
}

function toEvent(item: Event, startTime: Date, options: FeedOptions): Found {
  const home = item.home_team ?? item.sport_title;
  const away = item.away_team ?? "";
  // Its outcomes are told apart only by these names.
  if (home === away || home === "") return { event: null, problems: ["its sides have no names"] };
  const sport = sportOf(item.sport_key);
  const { markets, problems } = marketsOf(item, { home, away, sport }, options);
  return {
    event: {
      sourceId: item.id,
      sport,
      competition: item.sport_title,
      home,
      away,
      startTime,
      markets,
      isPriced: Array.isArray(item.bookmakers),
      score: scoreOf(item, { home, away }),
    },
    problems,
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
type Game = Sides & { readonly sport: string };

/** The key of an outcome in its market, or null for one that is not ours. */
function keyOf(marketKey: string, { name }: Outcome, sides: Sides): string | null {
  if (marketKey === "totals") return { Over: "over", Under: "under" }[name] ?? null;
  if (marketKey === "outrights") return freeKey(name);
  if (name === sides.home) return "home";
  if (name === sides.away) return "away";
  return marketKey === "h2h" && name === "Draw" ? "draw" : null;
}

/** A name as the key of an outright, without the characters that a key may not have. */
function freeKey(name: string): string | null {
  const key = name
    .replaceAll(/(?:[^\p{L}\p{N}_.'-])+/gu, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 40)
    .trim();
  return key === "" ? null : key;
}

/** The line of an outcome: that of the total, or of the home side. */
function lineMilliOf(marketKey: string, key: string, point: unknown): number | null {
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

/** A complete market of one bookmaker, or what is wrong with it. */
interface BookMarket {
  readonly type: MarketType;
  readonly lineMilli: number | null;
  readonly odds: ReadonlyMap<string, { readonly oddsMilli: number; readonly name: string }>;
}

const AMERICAN = -100;

/**
 * Collects the complete markets of every bookmaker by type and line, then takes the bookmaker asked
 * for, or the median. A market that lacks a side counts for nothing, or its odds would be mixed
 * with those of other books.
 */
function marketsOf(
  item: Event,
  game: Game,
  options: FeedOptions,
): { readonly markets: FeedMarket[]; readonly problems: readonly string[] } {
  const books = item.bookmakers ?? [];
  const chosen = books.filter(({ key }) => options.bookmaker === null || key === options.bookmaker);
  const problems =
    books.length > 0 && chosen.length === 0 ? [`no odds of ${options.bookmaker}`] : [];
  const found = new Map<string, BookMarket[]>();
  for (const { key: book, markets } of chosen) {
    for (const { key, outcomes } of markets.filter((each) => isOurs(each.key))) {
      if (outcomes.some(({ price }) => typeof price === "number" && price <= AMERICAN)) {
        throw unreadable("odds_format");
      }
      for (const each of bookMarkets(key as keyof typeof TYPES, outcomes, game)) {
        if (typeof each === "string") problems.push(`${book} ${key}: ${each}`);
        else {
          const at = `${each.type} ${each.lineMilli}`;
          found.set(at, [...(found.get(at) ?? []), each]);
        }
      }
    }
  }
  return { markets: [...found.values()].map(toMiddle), problems };
}

function isOurs(key: string): key is keyof typeof TYPES {
  return Object.hasOwn(TYPES, key);
}

/** What one market of a bookmaker holds, line by line: a market, or why it is not one. */
function bookMarkets(
  key: keyof typeof TYPES,
  outcomes: readonly Outcome[],
  game: Game,
): (BookMarket | string)[] {
  const problems: string[] = [];
  const lines = new Map<number | null, Map<string, { oddsMilli: number; name: string }>>();
  for (const each of outcomes) {
    const side = keyOf(key, each, game);
    const oddsMilli = oddsOf(each.price);
    const line = side === null ? null : lineMilliOf(key, side, each.point);
    const isLined = key === "totals" || key === "spreads";
    if (side === null) problems.push(`"${each.name}" is no side of it`);
    else if (oddsMilli === null) problems.push(`the price of "${each.name}" is none`);
    else if (isLined && line === null) problems.push(`the line of "${each.name}" is none`);
    else {
      const odds = lines.get(line) ?? new Map<string, { oddsMilli: number; name: string }>();
      if (odds.has(side)) problems.push(`"${each.name}" is twice there`);
      else odds.set(side, { oddsMilli, name: each.name });
      lines.set(line, odds);
    }
  }
  const markets = [...lines].map(([line, odds]) => whole(key, line, { odds, sport: game.sport }));
  return [...problems, ...markets];
}

/** A market with every side of its type. A football book without a draw is incomplete. */
function whole(
  key: keyof typeof TYPES,
  lineMilli: number | null,
  of: { readonly odds: BookMarket["odds"]; readonly sport: string },
): BookMarket | string {
  const { odds, sport } = of;
  const isTwoWay = key === "h2h" && sport !== "football" && !odds.has("draw");
  const type = isTwoWay ? "two_way" : TYPES[key];
  try {
    checkMarket({ type, lineMilli, keys: [...odds.keys()] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${lineMilli === null ? "" : `${lineMilli / 1000} `}lacks a side`;
  }
  return { type, lineMilli, odds };
}

const ORDER = ["home", "draw", "away"];

/** The median of the bookmakers' odds on a market, outcome by outcome. */
function toMiddle(books: readonly BookMarket[]): FeedMarket {
  const [{ type, lineMilli }] = books as readonly [BookMarket];
  const keys = [...new Set(books.flatMap(({ odds }) => [...odds.keys()]))].toSorted(
    (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
  );
  const outcomes = keys.map((key) => {
    const said = books.flatMap(({ odds }) => odds.get(key) ?? []);
    const name = said[0]?.name ?? key;
    const oddsMilli = medianOdds(said.map((each) => each.oddsMilli));
    return {
      key,
      name: type === "outright" && name !== key ? name.slice(0, 120) : null,
      oddsMilli,
    };
  });
  return { type, lineMilli, outcomes };
}

function scoreOf(item: Event, sides: Sides): FeedEvent["score"] {
  const of = (name: string): number | null => {
    const said = String(item.scores?.find((each) => each.name === name)?.score ?? "");
    return /^\d{1,3}$/.test(said) ? Number(said) : null;
  };
  const home = of(sides.home);
  const away = of(sides.away);
  if (home === null || away === null) return null;
  return { home, away, isFinal: item.completed === true };
}
