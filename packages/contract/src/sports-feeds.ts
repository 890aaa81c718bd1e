import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";
import { DAY_READERS, TRADERS } from "./desk-roles.ts";

export const FEED_FORMATS = ["the-odds-api", "football-data"] as const;

const feedChange = z.object({
  /** `played`: a match that was over before the club heard of it; kept for its sides' form. */
  what: z.enum(["new", "market", "price", "time", "score", "result", "played", "unchanged"]),
  event: z.string(),
  event_id: id.nullable(),
  market: z.string().nullable(),
  key: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const importSportFeed = defineCall("POST /api/operator/sports/events/import", {
  asksAgain: false,
  summary:
    "Reads odds or scores of a feed: makes events and markets, moves prices, enters results (which an operator settles). `dry_run` shows the difference and writes nothing.",
  access: TRADERS,
  bodyLimitBytes: 2 * 1024 * 1024,
  body: z.strictObject({
    format: z.enum(FEED_FORMATS),
    /** The feed's JSON unchanged (an array, or its text), or CSV text. */
    payload: z.unknown(),
    dry_run: z.boolean().nullish(),
    /** Whose odds: a bookmaker's key, or the median of all. Default: the club's setting. */
    bookmaker: z.string().max(60).nullish(),
    /** The club's margin over the fair odds, in basis points; null: the odds as they come. */
    margin_bps: z.int().min(0).max(5000).nullish(),
    publish: z.boolean().nullish(),
    /** Moves the whole file so that its first event starts then, to replay an old file. */
    first_start_at: instant.nullish(),
  }),
  data: z.object({
    import_id: id.nullable(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    results: z.int(),
    played: z.int(),
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

export const listSportFeeds = defineCall("GET /api/operator/sports/feeds", {
  summary: "Where odds come from, when they last came, and what is stale.",
  access: DAY_READERS,
  data: z.object({ stale_after_seconds: z.int(), age_seconds: z.int().nullable() }),
  list: z.array(feedSource),
});
