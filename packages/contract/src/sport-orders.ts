import {
  LEG_STATUSES,
  MARKET_TYPES,
  MOST_LEGS,
  PRICE_POLICIES,
  SPORT_BET_KINDS,
  SPORT_EXPLAIN_KEYS,
} from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { signedRoot } from "./checks.ts";
import { ORDER_STATUSES, placedOrder } from "./orders.ts";
import { MARKET_STATUSES, marketLine, sportLive, sportScore } from "./sports.ts";

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

/** A leg as accepted: with the odds at which it is settled. */
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

export const placeSportOrder = defineCall("POST /api/order/place-sport-order", {
  summary:
    "Places a sport bet. Needs an Idempotency-Key. Odds that moved against `price_policy`: 409 `odds.changed`, `params.legs` has the new ones; over a limit of the book: 409 `sport.over_liability`, `params.max_stake_cents` is the largest unit stake.",
  access: "player",
  body: sportBetForm,
  data: placedSportOrder,
});

export const quoteSportOrder = defineCall("POST /api/order/quote-sport", {
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
    legs: z.array(placedSportLeg.extend({ status: z.enum(MARKET_STATUSES) })),
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
        /** The code with which placing it now would be refused; null: none. */
        refusal: z.string().nullable(),
      }),
    ),
    /** The kinds of bet that this number of legs allows. */
    kinds: z.array(z.enum(SPORT_BET_KINDS)),
    club_max_payout_cents: cents,
  }),
});

/** A leg of an order, with its names and its state. */
export const sportOrderLeg = placedSportLeg.extend({
  sport: z.string(),
  competition: z.string(),
  home: z.string(),
  away: z.string(),
  home_names: z.record(z.string(), z.string()),
  away_names: z.record(z.string(), z.string()),
  start_time: instant,
  type: z.enum(MARKET_TYPES),
  line: marketLine,
  key: z.string(),
  name: z.string().nullable(),
  status: z.enum(LEG_STATUSES),
  /** What the unit is multiplied by, as an exact fraction "57/40"; null: not known yet. */
  factor: z.string().nullable(),
  is_live: z.boolean(),
  live: sportLive.nullable(),
  result: sportScore.nullable(),
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

export const listSportOrders = defineCall("GET /api/order/sport-list", {
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

/** A leaf and its path to a root (docs/rules/proofs.md); one per closed event of the bet. */
const sportProof = z.object({
  event_id: id,
  leaf: z.record(z.string(), z.unknown()),
  index: z.int(),
  tree_size: z.int(),
  path: z.array(z.string()),
  root: z.string(),
  signed_root: signedRoot,
});

/** One step from the legs of a sport bet to its money: docs/rules/proofs.md, "Why this amount". */
export const sportExplainStep = z.object({
  key: z.enum(SPORT_EXPLAIN_KEYS),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.int()).readonly()])),
  amount_cents: cents.nullable(),
});
export type SportWireStep = z.infer<typeof sportExplainStep>;

export const getSportOrder = defineCall("GET /api/order/sport/:order_id", {
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
    /** Why it was paid what it was; the last step is the payout. Empty until it is settled. */
    explain: z.array(sportExplainStep),
    proofs: z.array(sportProof),
  }),
});

export const resolveOrder = defineCall("POST /api/order/resolve", {
  summary:
    "Whether a bet (on a race or of sports) that had no answer was placed; if not, its key is burned and it never will be.",
  access: "player",
  body: z.object({ idempotency_key: z.string().min(1).max(200) }),
  data: z.union([
    placedOrder.extend({ placed: z.literal(true) }),
    placedSportOrder.extend({ placed: z.literal(true) }),
    z.object({ placed: z.literal(false) }),
  ]),
});
