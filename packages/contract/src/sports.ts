import {
  LEAST_ODDS_MILLI,
  LEG_STATUSES,
  MARKET_TYPES,
  MOST_LEGS,
  MOST_ODDS_MILLI,
  PRICE_POLICIES,
  SPORT_BET_KINDS,
} from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";

/**
 * `open` takes bets; `suspended` not now; `closed` never again, and waits for its result; `settled` is paid;
 * `void` gave every stake back.
 */
export const MARKET_STATUSES = ["open", "suspended", "closed", "settled", "void"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** An event is `draft` until it is published, `closed` once started, `final` while its bets are being paid. */
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
const line = z.number().nullable();

export const sportOutcome = z.object({
  outcome_id: id,
  /** home, draw, away, over, under, home_draw, ...; `2-1` or `other`; free in an outright. */
  key: z.string(),
  /** What a free key is called; null: the key has a name of its own. */
  name: z.string().nullable(),
  odds_milli: z.int(),
  /** What it was before the last change of the market, to show which way it moved; null: not moved yet. */
  previous_odds_milli: z.int().nullable(),
  /** What became of it; null: not known yet. */
  result: z.enum(LEG_STATUSES).nullable(),
});
export type SportOutcome = z.infer<typeof sportOutcome>;

export const sportMarket = z.object({
  market_id: id,
  type: z.enum(MARKET_TYPES),
  line,
  status: z.enum(MARKET_STATUSES),
  /** Counts every change of its odds or status. */
  version: z.int(),
  outcomes: z.array(sportOutcome),
});
export type SportMarket = z.infer<typeof sportMarket>;

const score = z.object({ home: z.int(), away: z.int() });

/** What a feed or an operator says of an event that goes on. */
export const sportLive = z.object({
  home: z.int().nullable(),
  away: z.int().nullable(),
  /** Where it stands, as the feed writes it: 58, HT, Q3. */
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
  /** Started, and no result yet. */
  is_live: z.boolean(),
  live: sportLive.nullable(),
  result: score.nullable(),
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
});
export type SportEvent = z.infer<typeof sportEvent>;

export const listSportEvents = defineCall({
  method: "GET",
  path: "/api/sport/list",
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

export const getSportEvent = defineCall({
  method: "GET",
  path: "/api/sport/:event_id",
  summary: "One event with all of its markets.",
  access: "public",
  params: z.object({ event_id: id }),
  data: sportEvent,
});

// ---------------------------------------------------------------- bets

const askedLeg = z.object({
  event_id: id,
  market_id: id,
  outcome_id: id,
  /** What the player saw. Never believed, only compared. */
  odds_milli: z.int().min(1).max(1_000_000_000),
});

export const sportBetForm = z.object({
  kind: z.enum(SPORT_BET_KINDS),
  legs: z.array(askedLeg).min(1).max(MOST_LEGS),
  unit_stake_cents: z.int().min(1).max(1_000_000_000_000),
  price_policy: z.enum(PRICE_POLICIES).default("better"),
});
export type SportBetForm = z.infer<typeof sportBetForm>;

/** A leg as it was accepted: with the odds that it is settled by. */
export const placedSportLeg = z.object({
  event_id: id,
  market_id: id,
  outcome_id: id,
  odds_milli: z.int(),
  /** What the player saw. */
  seen_odds_milli: z.int(),
  market_version: z.int(),
});

export const placedSportOrder = z.object({
  order_id: id,
  receipt_no: z.string(),
  kind: z.enum(SPORT_BET_KINDS),
  legs: z.array(placedSportLeg),
  lines: z.int(),
  unit_stake_cents: cents,
  cost_cents: cents,
  /** The most that it can pay: every leg won, at most the club's maximum payout. */
  max_payout_cents: cents,
  price_policy: z.enum(PRICE_POLICIES),
  balance_cents: cents,
  accepted_at: instant,
  receipt_hash: z.string(),
});
export type PlacedSportOrder = z.infer<typeof placedSportOrder>;

export const placeSportOrder = defineCall({
  method: "POST",
  path: "/api/order/place-sport-order",
  summary:
    "Places a sport bet. Needs an Idempotency-Key. Odds that moved against `price_policy`: 409 `odds.changed`, `params.legs` has the new ones; over a limit of the book: 409 `sport.over_liability`, `params.max_stake_cents` is the largest unit stake.",
  access: "player",
  body: sportBetForm,
  data: placedSportOrder,
});

export const quoteSportOrder = defineCall({
  method: "POST",
  path: "/api/order/quote-sport",
  summary:
    "What a slip would cost and return, for each kind asked for, with what stands against it now. Moves nothing.",
  access: "public",
  body: z.object({
    legs: z.array(askedLeg).min(1).max(MOST_LEGS),
    bets: z
      .array(
        z.object({
          kind: z.enum(SPORT_BET_KINDS),
          unit_stake_cents: z.int().min(0).max(1_000_000_000_000),
        }),
      )
      .max(10),
  }),
  data: z.object({
    /** In the order asked, with the odds now. */
    legs: z.array(
      z.object({
        event_id: id,
        market_id: id,
        outcome_id: id,
        odds_milli: z.int(),
        seen_odds_milli: z.int(),
        market_version: z.int(),
        status: z.enum(MARKET_STATUSES),
      }),
    ),
    /** Legs of one event that do not combine: refused in anything but singles. */
    related: z.array(z.array(id)),
    bets: z.array(
      z.object({
        kind: z.enum(SPORT_BET_KINDS),
        lines: z.int(),
        cost_cents: cents,
        /** If every leg wins, before the club's maximum. */
        return_cents: cents,
        max_payout_cents: cents,
        /** The code that placing it would be refused with as things stand; null: none. */
        refusal: z.string().nullable(),
      }),
    ),
    /** The kinds that so many legs can be bet as. */
    kinds: z.array(z.enum(SPORT_BET_KINDS)),
    club_max_payout_cents: cents,
  }),
});

/** A leg of an order, with what it is called and how it stands. */
export const sportOrderLeg = placedSportLeg.extend({
  sport: z.string(),
  competition: z.string(),
  home: z.string(),
  away: z.string(),
  home_names: z.record(z.string(), z.string()),
  away_names: z.record(z.string(), z.string()),
  start_time: instant,
  type: z.enum(MARKET_TYPES),
  line,
  key: z.string(),
  name: z.string().nullable(),
  status: z.enum(LEG_STATUSES),
  /** What the unit is multiplied by, as an exact fraction "57/40"; null: not known yet. */
  factor: z.string().nullable(),
  is_live: z.boolean(),
  live: sportLive.nullable(),
  result: score.nullable(),
});
export type SportOrderLeg = z.infer<typeof sportOrderLeg>;

export const sportOrder = placedSportOrder.omit({ balance_cents: true, legs: true }).extend({
  legs: z.array(sportOrderLeg),
  status: z.enum(ORDER_STATUSES),
  payout_cents: cents,
  refund_cents: cents,
  settled_at: instant.nullable(),
  /** Why an operator cancelled it. */
  void_reason: z.string().nullable(),
});
export type SportOrder = z.infer<typeof sportOrder>;

export const listSportOrders = defineCall({
  method: "GET",
  path: "/api/order/sport-list",
  summary:
    "The player's sport bets, newest first. `status` takes one status, `open` (accepted) or `settled`.",
  access: "player",
  query: page.extend({
    status: z.enum([...ORDER_STATUSES, "open", "settled"]).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: pageData,
  list: z.array(sportOrder),
});

/** A leaf and its way to a root, as docs/rules/proofs.md says; one per event of the bet that has closed. */
const sportProof = z.object({
  event_id: id,
  leaf: z.record(z.string(), z.unknown()),
  index: z.int(),
  tree_size: z.int(),
  path: z.array(z.string()),
  root: z.string(),
});

export const getSportOrder = defineCall({
  method: "GET",
  path: "/api/order/sport/:order_id",
  summary: "One sport bet of the player: its lines as they were settled, and its proofs.",
  access: "player",
  params: z.object({ order_id: id }),
  data: sportOrder.extend({
    nonce: z.string(),
    /** Every line that paid: the legs' places (from 0) and what it paid. Empty until it is settled. */
    paid_lines: z.array(
      z.object({ legs: z.array(z.int()), factor: z.string(), amount_cents: cents }),
    ),
    time_line: z.array(z.object({ at: instant, key: z.string(), amount_cents: cents.nullable() })),
    proofs: z.array(sportProof),
  }),
});
