import { MARKET_TYPES, OUTCOME_VERDICTS } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";
import {
  SPORT_EVENT_STATUSES,
  odds,
  sportEventLine,
  sportMarket,
  sportOrder,
  sportOutcome,
} from "./sports.ts";

const READERS = [
  "card_clerk",
  "pool_controller",
  "results_clerk",
  "risk",
  "support",
  "auditor",
] as const;
const TRADERS = ["pool_controller", "card_clerk", "risk"] as const;
const SETTLERS = ["results_clerk"] as const;

const eventParams = z.object({ event_id: id });
const marketParams = z.object({ market_id: id });
const reason = z.string().trim().max(500);
const name = z.string().trim().min(1).max(120);

// ---------------------------------------------------------------- events, markets, prices

/** An outcome with what the book stands to win or lose if it happens. */
export const deskOutcome = sportOutcome.extend({
  /** Single bets on it: stakes, and what they would pay. */
  stakes_cents: cents,
  pays_cents: cents,
  /** What the market's singles bring the club if it happens: stakes of all outcomes less what this one pays. */
  book_cents: cents,
  bets: z.int(),
});

export const deskMarket = sportMarket.omit({ outcomes: true }).extend({
  outcomes: z.array(deskOutcome),
  /** What the odds add up to above 1, in basis points: 460 = 4.6 %. */
  margin_bps: z.int(),
  /** The most that the club would lose on it by single bets. */
  max_liability_cents: cents,
  stakes_cents: cents,
  /** The lowest `book_cents` of its outcomes. */
  worst_cents: cents,
  combines: z.boolean(),
  changed_at: instant,
});
export type DeskMarket = z.infer<typeof deskMarket>;

export const deskResult = z.object({
  version: z.int(),
  kind: z.enum(["score", "markets", "void"]),
  score: z.object({ home: z.int(), away: z.int() }).nullable(),
  reason: z.string().nullable(),
  entered_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  entered_at: instant,
  /** The version that was settled, or corrected to. */
  is_settled: z.boolean(),
});

export const deskEventLine = sportEventLine.extend({
  /** hand, the-odds-api, football-data. */
  source: z.string(),
  /** When the feed last spoke of it; null: not of a feed. */
  fed_at: instant.nullable(),
  is_stale: z.boolean(),
  bets: z.int(),
  /** Stakes of singles, and of the multiples with a leg in it. */
  stakes_cents: cents,
  multiple_stakes_cents: cents,
  /** What the club would lose at worst: the markets' worst cases and all multiples through it. */
  liability_cents: cents,
  max_liability_cents: cents,
  main_market: deskMarket.nullable(),
});
export type DeskEventLine = z.infer<typeof deskEventLine>;

export const deskEvent = deskEventLine.omit({ main_market: true }).extend({
  markets: z.array(deskMarket),
  results: z.array(deskResult),
  settlement: z
    .object({
      result_version: z.int(),
      step: z.enum(["posting", "posted"]),
      bets: z.int(),
      settled_bets: z.int(),
      payout_cents: cents,
      refund_cents: cents,
    })
    .nullable(),
  closed_at: instant.nullable(),
  root: z.string().nullable(),
  log: z.array(
    z.object({
      at: instant,
      action: z.string(),
      operator: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type DeskEvent = z.infer<typeof deskEvent>;

const newOutcome = z.strictObject({
  key: z.string().trim().min(1).max(40),
  name: z.string().trim().max(120).nullish(),
  odds_milli: odds,
});
const newMarket = z.strictObject({
  type: z.enum(MARKET_TYPES),
  line: z.number().min(-1000).max(1000).nullish(),
  outcomes: z.array(newOutcome).min(2).max(200),
  max_liability_cents: z.int().min(0).nullish(),
  combines: z.boolean().nullish(),
});

export const createSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events",
  summary: "Makes an event with its markets: a draft, or with `publish` open for bets at once.",
  access: TRADERS,
  body: z.strictObject({
    sport: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{1,39}$/),
    competition: name,
    home: name,
    away: z.string().trim().max(120),
    home_names: z.record(z.string().max(12), name).nullish(),
    away_names: z.record(z.string().max(12), name).nullish(),
    start_time: instant,
    markets: z.array(newMarket).max(200),
    publish: z.boolean().nullish(),
  }),
  data: deskEvent,
});

export const listDeskEvents = defineCall({
  method: "GET",
  path: "/api/operator/sports/events",
  summary: "Events in order of start, drafts too. Without `day`: all that are not settled or void.",
  access: READERS,
  query: z.object({
    day: day.optional(),
    sport: z.string().max(40).optional(),
    status: z.enum(SPORT_EVENT_STATUSES).optional(),
    q: z.string().max(80).optional(),
  }),
  list: z.array(deskEventLine),
});

export const getDeskEvent = defineCall({
  method: "GET",
  path: "/api/operator/sports/events/:event_id",
  summary: "One event with its markets, its book, results and log.",
  access: READERS,
  params: eventParams,
  data: deskEvent,
});

export const changeSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/change",
  summary:
    "Changes names, start time, limit or the live score of an event. A start that moves later than the sport allows is 409 `sport.postponed`: void it instead.",
  access: TRADERS,
  params: eventParams,
  body: z.strictObject({
    competition: name.nullish(),
    home: name.nullish(),
    away: z.string().trim().max(120).nullish(),
    home_names: z.record(z.string().max(12), name).nullish(),
    away_names: z.record(z.string().max(12), name).nullish(),
    start_time: instant.nullish(),
    max_liability_cents: z.int().min(0).nullish(),
    live: z
      .object({
        home: z.int().min(0).max(999).nullable(),
        away: z.int().min(0).max(999).nullable(),
        clock: z.string().max(12).nullable(),
      })
      .nullish(),
    reason: reason.nullish(),
  }),
  data: deskEvent,
});

export const addSportMarket = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/markets",
  summary: "Adds a market to an event that has not started.",
  access: TRADERS,
  params: eventParams,
  body: newMarket,
  data: deskEvent,
});

const act = z.strictObject({ reason: reason.nullish() }).nullish();

export const publishSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/publish",
  summary: "Opens a draft for bets.",
  access: TRADERS,
  params: eventParams,
  body: act,
  data: deskEvent,
});

export const suspendSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/suspend",
  summary: "No bets on any market of the event until it is resumed.",
  access: TRADERS,
  params: eventParams,
  body: act,
  data: deskEvent,
});

export const resumeSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/resume",
  summary: "Takes bets again; a market that was suspended by itself stays so.",
  access: TRADERS,
  params: eventParams,
  body: act,
  data: deskEvent,
});

export const closeSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/close",
  summary:
    "Closes betting for good. No bet of the event has an `accepted_at` later than its `closed_at`.",
  access: TRADERS,
  params: eventParams,
  body: act,
  data: deskEvent,
});

export const suspendAllSports = defineCall({
  method: "POST",
  path: "/api/operator/sports/suspend-all",
  summary: "Suspends every open event, or those of one sport.",
  access: TRADERS,
  body: z.strictObject({ sport: z.string().max(40).nullish(), reason: reason.nullish() }).nullish(),
  data: z.object({ suspended: z.int() }),
});

export const priceSportMarket = defineCall({
  method: "POST",
  path: "/api/operator/sports/markets/:market_id/price",
  summary:
    "Sets odds: one new version of the market. With `version`, only if the market is still at it (409 `sport.version`).",
  access: TRADERS,
  params: marketParams,
  body: z.strictObject({
    outcomes: z
      .array(z.strictObject({ outcome_id: id, odds_milli: odds }))
      .min(1)
      .max(200),
    version: z.int().nullish(),
  }),
  data: deskMarket,
});

export const suspendSportMarket = defineCall({
  method: "POST",
  path: "/api/operator/sports/markets/:market_id/suspend",
  summary: "No bets on the market until it is resumed.",
  access: TRADERS,
  params: marketParams,
  body: act,
  data: deskMarket,
});

export const resumeSportMarket = defineCall({
  method: "POST",
  path: "/api/operator/sports/markets/:market_id/resume",
  summary: "Takes bets on the market again.",
  access: TRADERS,
  params: marketParams,
  body: act,
  data: deskMarket,
});

export const limitSportMarket = defineCall({
  method: "POST",
  path: "/api/operator/sports/markets/:market_id/limit",
  summary: "The most that the club is ready to lose on the market by single bets.",
  access: TRADERS,
  params: marketParams,
  body: z.strictObject({ max_liability_cents: z.int().min(0) }),
  data: deskMarket,
});

// ---------------------------------------------------------------- results

const verdicts = z.strictObject({
  markets: z
    .array(
      z.strictObject({
        market_id: id,
        outcomes: z.record(id, z.enum(OUTCOME_VERDICTS)),
        /** Of a dead heat: how many tied, for how many places (default 2 for 1). */
        dead_heat: z
          .strictObject({ tied: z.int().min(2).max(100), places: z.int().min(1).max(99) })
          .nullish(),
      }),
    )
    .min(1)
    .max(200),
  /** Shown to players beside what the markets say. */
  score: z.strictObject({ home: z.int().min(0).max(999), away: z.int().min(0).max(999) }).nullish(),
});
/** By the score (markets derive their outcome; an outright needs its own), by market, or all void. */
const resultForm = z.union([
  z.strictObject({
    score: z.strictObject({ home: z.int().min(0).max(999), away: z.int().min(0).max(999) }),
  }),
  z.strictObject({ void: z.literal(true), reason: reason.min(1) }),
  verdicts,
]);
export type SportResultForm = z.infer<typeof resultForm>;

/** What settling by a result does: shown before anything moves, and after. */
export const sportNumbers = z.object({
  event_id: id,
  result_version: z.int(),
  kind: z.enum(["score", "markets", "void"]),
  score: z.object({ home: z.int(), away: z.int() }).nullable(),
  /** With four eyes a result waits until a second operator entered the same. */
  is_confirmed: z.boolean(),
  markets: z.array(sportMarket),
  /** Bets with a leg in the event. */
  bets: z.int(),
  /** Those that are known with it: singles, and multiples whose other legs are. */
  decided_bets: z.int(),
  waiting_bets: z.int(),
  /** Of the decided ones. */
  stakes_cents: cents,
  payout_cents: cents,
  refund_cents: cents,
  /** What the sports book keeps of them: stakes - payouts - refunds; below 0: what it loses. */
  book_result_cents: cents,
  /** stakes = payout + refund + book result. */
  balanced: z.boolean(),
});
export type SportNumbers = z.infer<typeof sportNumbers>;

export const enterSportResult = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/result",
  summary: "Enters a result and answers what settling by it would do. Moves no money.",
  access: SETTLERS,
  params: eventParams,
  body: resultForm,
  data: sportNumbers,
});

export const settleSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/settle",
  summary:
    "Settles by a result: pays every bet that is decided with it, once. Repeating it changes nothing. `final` where that takes over 10 s; it goes on by itself.",
  access: SETTLERS,
  params: eventParams,
  body: z.object({ result_version: z.int().min(1).max(1_000_000) }),
  data: sportNumbers.extend({
    status: z.enum(["final", "settled", "void"]),
    settled_at: instant.nullable(),
  }),
});

const correctBase = { reason: reason.min(1), dry_run: z.boolean().nullish() };

export const correctSportEvent = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/:event_id/correct",
  summary:
    "Another result for a settled event: with `dry_run` what each player gains or loses; without, it waits for another operator's approval.",
  access: SETTLERS,
  params: eventParams,
  body: z.union([
    z.strictObject({
      score: z.strictObject({ home: z.int().min(0).max(999), away: z.int().min(0).max(999) }),
      ...correctBase,
    }),
    z.strictObject({ void: z.literal(true), ...correctBase }),
    verdicts.extend(correctBase),
  ]),
  data: z.object({
    event_id: id,
    players: z.array(z.object({ player_id: id, user_name: z.string(), diff_cents: cents })),
    bets: z.int(),
    diff_cents: cents,
    markets: z.array(sportMarket),
    approval_id: id.nullable(),
    status: z.enum(["dry_run", "pending"]),
  }),
});

export const voidSportOrder = defineCall({
  method: "POST",
  path: "/api/operator/sports/orders/:order_id/void",
  summary: "Cancels a sport bet that is not settled: its stake comes back, once.",
  access: ["risk", "results_clerk"],
  params: z.object({ order_id: id }),
  body: z.strictObject({ reason: reason.min(1) }),
  data: z.object({ order_id: id, status: z.enum(ORDER_STATUSES), refund_cents: cents }),
});

// ---------------------------------------------------------------- feeds

export const FEED_FORMATS = ["the-odds-api", "football-data"] as const;

const feedChange = z.object({
  /** new, price, time, result, unchanged. */
  what: z.enum(["new", "market", "price", "time", "score", "result", "unchanged"]),
  event: z.string(),
  event_id: id.nullable(),
  market: z.string().nullable(),
  key: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const importSportFeed = defineCall({
  method: "POST",
  path: "/api/operator/sports/events/import",
  summary:
    "Reads odds or scores of a feed: makes events and markets, moves prices, enters results (which an operator settles). `dry_run` shows the difference and writes nothing.",
  access: TRADERS,
  bodyLimitBytes: 2 * 1024 * 1024,
  body: z.strictObject({
    format: z.enum(FEED_FORMATS),
    /** JSON of the feed as it came (an array, or its text), or CSV text. */
    payload: z.unknown(),
    dry_run: z.boolean().nullish(),
    /** Whose odds: a bookmaker's key, or the median of all. Default: the club's setting. */
    bookmaker: z.string().max(60).nullish(),
    /** The club's margin over the fair odds, in basis points; null: the odds as they come. */
    margin_bps: z.int().min(0).max(5000).nullish(),
    publish: z.boolean().nullish(),
    /** Moves the whole file so that its first event starts then: an old file can be played again. */
    first_start_at: instant.nullish(),
  }),
  data: z.object({
    import_id: id.nullable(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    results: z.int(),
    problems: z.array(z.string()),
    changes: z.array(feedChange),
  }),
});

const feedSource = z.object({
  name: z.string(),
  format: z.enum(FEED_FORMATS),
  kind: z.enum(["folder", "url", "hand"]),
  last_at: instant.nullable(),
  last_ok: z.boolean().nullable(),
  last_message: z.string().nullable(),
  events: z.int(),
  stale_events: z.int(),
});

export const listSportFeeds = defineCall({
  method: "GET",
  path: "/api/operator/sports/feeds",
  summary: "Where odds come from, when they last came, and what is stale.",
  access: READERS,
  data: z.object({ stale_after_seconds: z.int(), age_seconds: z.int().nullable() }),
  list: z.array(feedSource),
});

// ---------------------------------------------------------------- the book, orders, reports

export const sportsBoard = defineCall({
  method: "GET",
  path: "/api/operator/sports/board",
  summary:
    "The liability board: every event that is not settled, with its main market and its book.",
  access: READERS,
  query: z.object({ sport: z.string().max(40).optional() }),
  data: z.object({
    stakes_cents: cents,
    worst_cents: cents,
    margin_bps: z.int(),
    price_changes_last_minute: z.int(),
    feed_age_seconds: z.int().nullable(),
    as_of: instant,
  }),
  list: z.array(deskEventLine),
});

export const deskOrder = sportOrder.extend({ player_id: id, user_name: z.string() });

export const listDeskSportOrders = defineCall({
  method: "GET",
  path: "/api/operator/sports/orders",
  summary: "Sport bets of all players, newest first; `order=largest`: by cost.",
  access: READERS,
  query: page.extend({
    event_id: id.optional(),
    player_id: id.optional(),
    status: z.enum([...ORDER_STATUSES, "open", "settled"]).optional(),
    order: z.enum(["newest", "largest"]).default("newest"),
  }),
  data: pageData,
  list: z.array(deskOrder),
});

export const sportsReport = defineCall({
  method: "GET",
  path: "/api/operator/sports/report",
  summary:
    "What was staked, paid and kept between two days (club time, by day of acceptance), by sport, competition, market type, kind or player. A multiple counts once, in `multiple`, except by kind and player.",
  access: READERS,
  query: z.object({
    from: day,
    to: day,
    by: z.enum(["sport", "competition", "market", "kind", "player"]).default("sport"),
  }),
  data: z.object({
    bets: z.int(),
    stakes_cents: cents,
    payout_cents: cents,
    refund_cents: cents,
    open_cents: cents,
    book_result_cents: cents,
  }),
  list: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      bets: z.int(),
      stakes_cents: cents,
      payout_cents: cents,
      refund_cents: cents,
      open_cents: cents,
      book_result_cents: cents,
    }),
  ),
});
