import { LEAST_ODDS_MILLI, LEG_STATUSES, MARKET_TYPES, MOST_ODDS_MILLI } from "@club/domain";
import { z } from "zod";
import { day, defineCall, id, instant } from "./call.ts";
import { signedRoot } from "./checks.ts";

/**
 * `open` takes bets; `suspended` takes none for now; `closed` takes none any more and waits for its
 * result; `settled` is paid; `void` refunded every stake.
 */
export const MARKET_STATUSES = ["open", "suspended", "closed", "settled", "void"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** An event is `draft` until published, `closed` once started, `final` while its bets are paid. */
export const SPORT_EVENT_STATUSES = [
  "draft",
  "open",
  "suspended",
  "closed",
  "final",
  "settled",
  "void",
] as const;
export type SportEventStatus = (typeof SPORT_EVENT_STATUSES)[number];

export const odds = z.int().min(LEAST_ODDS_MILLI).max(MOST_ODDS_MILLI);
/** A line as people write it: 2.5, -0.75. Steps of 0.25. */
export const marketLine = z.number().nullable();

export const sportOutcome = z.object({
  outcome_id: id,
  /** home, draw, away, over, under, home_draw, ...; `2-1` or `other`; free in an outright. */
  key: z.string(),
  /** The name of a free key; null: the key has a name of its own. */
  name: z.string().nullable(),
  odds_milli: z.int(),
  /** Odds before the market's last change, to show which way they moved; null: not moved yet. */
  previous_odds_milli: z.int().nullable(),
  /** What became of it; null: not known yet. */
  result: z.enum(LEG_STATUSES).nullable(),
});
export type SportOutcome = z.infer<typeof sportOutcome>;

export const sportMarket = z.object({
  market_id: id,
  type: z.enum(MARKET_TYPES),
  line: marketLine,
  status: z.enum(MARKET_STATUSES),
  /** Counts every change of its odds or status. */
  version: z.int(),
  /** Whether it may stand in one bet with other markets of its event that combine. */
  combines: z.boolean(),
  outcomes: z.array(sportOutcome),
});
export type SportMarket = z.infer<typeof sportMarket>;

export const sportScore = z.object({ home: z.int(), away: z.int() });

/** What a feed or an operator reports of an event in play. */
export const sportLive = z.object({
  home: z.int().nullable(),
  away: z.int().nullable(),
  /** The stage of play, as the feed writes it: 58, HT, Q3. */
  clock: z.string().nullable(),
});

export const sportEventLine = z.object({
  event_id: id,
  /** A key: football, tennis, ... Unknown ones are shown as they are. */
  sport: z.string(),
  competition: z.string(),
  /** Two sides; an outright has its title in `home` and an empty `away`. */
  home: z.string(),
  away: z.string(),
  /** Names in other languages, where the club has them: { "zh-Hant": "..." }. */
  home_names: z.record(z.string(), z.string()),
  away_names: z.record(z.string(), z.string()),
  start_time: instant,
  status: z.enum(SPORT_EVENT_STATUSES),
  /** Started, without a result yet. */
  is_live: z.boolean(),
  live: sportLive.nullable(),
  result: sportScore.nullable(),
  /** Markets of the event that players may see. */
  markets_count: z.int(),
});

/** An event on the board: with the market that its row shows (1x2, else two_way, else the first). */
export const sportEventRow = sportEventLine.extend({ main_market: sportMarket.nullable() });
export type SportEventRow = z.infer<typeof sportEventRow>;

export const sportEvent = sportEventLine.extend({
  markets: z.array(sportMarket),
  /** Root over the receipts of all of its bets, once betting has closed. */
  root: z.string().nullable(),
  bets: z.int().nullable(),
  /** The same as the club signed it into its public log. */
  signed_root: signedRoot.nullable(),
});
export type SportEvent = z.infer<typeof sportEvent>;

export const listSportEvents = defineCall("GET /api/sport/list", {
  summary:
    "Events of a day (in club time), of a sport or a competition, in order of start; without `day` what is open or goes on. `data.sports` counts what there is to choose from.",
  access: "public",
  query: z.object({
    sport: z.string().max(40).optional(),
    competition: z.string().max(120).optional(),
    day: day.optional(),
    live: z.enum(["true", "false"]).optional(),
    /** Part of a name. */
    q: z.string().max(80).optional(),
    /** Event ids, joined by commas: the favourites. */
    ids: z.string().max(8000).optional(),
  }),
  data: z.object({
    sports: z.array(z.object({ sport: z.string(), events: z.int(), live: z.int() })),
    days: z.array(day),
    as_of: instant,
  }),
  list: z.array(sportEventRow),
});

export const getSportEvent = defineCall("GET /api/sport/:event_id", {
  summary: "One event with all of its markets.",
  access: "public",
  params: z.object({ event_id: id }),
  data: sportEvent,
});
