import { SPORT_BET_KINDS } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";
import { sportOrder } from "./sport-orders.ts";
import { deskEventLine } from "./sports-desk-views.ts";
import { DAY_READERS } from "./desk-roles.ts";

/** All bets that are not settled, singles and multiples, each once. */
export const openBook = z.object({
  bets: z.int(),
  stakes_cents: cents,
  /** What they cost the club at worst: zero or below. */
  worst_cents: cents,
});
export type OpenBook = z.infer<typeof openBook>;

export const sportsBoard = defineCall("GET /api/operator/sports/board", {
  summary:
    "The liability board: every event that is not settled, with its main market and its book.",
  access: DAY_READERS,
  query: z.object({ sport: z.string().max(40).optional() }),
  data: openBook.extend({
    margin_bps: z.int(),
    price_changes_last_minute: z.int(),
    feed_age_seconds: z.int().nullable(),
    as_of: instant,
    /** One act suspends all of sports, until another lifts it; null: not suspended. */
    hold: z
      .object({ begun_at: instant, begun_by: z.string(), reason: z.string().nullable() })
      .nullable(),
  }),
  list: z.array(deskEventLine),
});

export const deskOrder = sportOrder.extend({ player_id: id, user_name: z.string() });

export const listDeskSportOrders = defineCall("GET /api/operator/sports/orders", {
  summary: "Sport bets of all players, newest first; `order=largest`: by cost.",
  access: DAY_READERS,
  query: page.extend({
    event_id: id.optional(),
    player_id: id.optional(),
    status: z.enum([...ORDER_STATUSES, "open", "settled"]).optional(),
    order: z.enum(["newest", "largest"]).default("newest"),
  }),
  data: pageData,
  list: z.array(deskOrder),
});

export const marketHistory = defineCall("GET /api/operator/sports/markets/:market_id/history", {
  summary:
    "Prices and book of a market through its last hour of betting, minute by minute: a point where it moved, and one at the start. Singles alone; the 12 outcomes that may cost most.",
  access: DAY_READERS,
  params: z.object({ market_id: id }),
  data: z.object({ from: instant, to: instant }),
  list: z.array(
    z.object({
      outcome_id: id,
      key: z.string(),
      name: z.string().nullable(),
      points: z.array(
        z.object({ at: instant, odds_milli: z.int(), stakes_cents: cents, book_cents: cents }),
      ),
    }),
  ),
});

export const listSportOffers = defineCall("GET /api/operator/sports/events/:event_id/offers", {
  summary:
    "Bets on an event that were over a limit of the book, newest first: what a line was to be, what was offered, and what the player took of it within ten minutes.",
  access: DAY_READERS,
  params: z.object({ event_id: id }),
  list: z.array(
    z.object({
      offer_id: id,
      at: instant,
      player_id: id,
      user_name: z.string(),
      kind: z.enum(SPORT_BET_KINDS),
      lines: z.int(),
      /** Whose limit it was. */
      scope: z.enum(["market", "event", "player"]),
      /** Of a line. */
      asked_cents: cents,
      offered_cents: cents,
      /** null: nothing. */
      taken_cents: cents.nullable(),
      /** Those of this event. */
      outcomes: z.array(z.object({ key: z.string(), name: z.string().nullable(), market_id: id })),
    }),
  ),
});

const bookLimits = z.object({
  /** Whether the club has said what it may lose: before, no market is made. */
  is_set: z.boolean(),
  /** The most that a bet returns. */
  max_payout_cents: cents,
  /** The most that the club would lose on a market, and on an event, made from now on. */
  market_liability_cents: cents,
  event_liability_cents: cents,
  /** What one player may win through one event. */
  player_event_liability_cents: cents,
});

export const getSportLimits = defineCall("GET /api/operator/sports/limits", {
  summary: "The limits of the book.",
  access: DAY_READERS,
  data: bookLimits,
});

const limitCents = z.int().min(0).max(1_000_000_000_000).nullish();

export const setSportLimits = defineCall("POST /api/operator/sports/limits", {
  asksAgain: false,
  summary:
    "Changes limits of the book; what is left out stays. Those of markets and events hold for what is made from then.",
  access: ["risk"],
  body: z.strictObject({
    max_payout_cents: z.int().min(100).max(1_000_000_000_000).nullish(),
    market_liability_cents: limitCents,
    event_liability_cents: limitCents,
    player_event_liability_cents: limitCents,
    reason: z.string().trim().max(500).nullish(),
  }),
  data: bookLimits,
});

const reportFigures = z.object({
  bets: z.int(),
  stakes_cents: cents,
  payout_cents: cents,
  refund_cents: cents,
  /** Stakes of unsettled bets, and the most that these can return. */
  open_cents: cents,
  open_payout_cents: cents,
  book_result_cents: cents,
});

export const SPORT_REPORT_GROUPS = ["sport", "competition", "market", "kind", "player"] as const;

export const sportsReport = defineCall("GET /api/operator/sports/report", {
  summary:
    "What was staked, paid and kept between two days (club time, by day of acceptance), by sport, competition, market type, kind or player; the 1,000 largest of `groups`, totals of all. A multiple counts once, in `multiple`, except by kind and player. As CSV with every group: the same with `/file`.",
  access: DAY_READERS,
  query: z.object({ from: day, to: day, by: z.enum(SPORT_REPORT_GROUPS).default("sport") }),
  data: reportFigures.extend({
    groups: z.int(),
    /** The whole open book as it is now, whatever the days: the board says the same. */
    open_now: openBook,
  }),
  list: z.array(reportFigures.extend({ key: z.string(), name: z.string() })),
});
