import { ALL_UP_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, reason } from "./call.ts";
import { betProof, explainStep, signedRoot } from "./checks.ts";

/** A horse field: a list, one number or text; empty in four ways. Parsed by bet-form.wire.ts. */
const someHorses = z.union([
  z.array(z.union([z.number(), z.string().max(200), z.null()])).max(100),
  z.number(),
  z.string().max(2000),
]);
const horses = someHorses.nullish();
const amount = z.union([z.number(), z.string().max(40)]).nullish();
const text = z.union([z.string().max(200), z.number()]).nullish();

/** A leg of an All Up: its race, the pool (or its bet type), and one runner or combination. */
const allUpLeg = z.object({
  race_id: text,
  pool: text,
  bet_type: z.union([z.number(), z.string().max(10)]).nullish(),
  combination: horses,
  horse: horses,
  horse2: horses,
  horse1st: horses,
  horse2nd: horses,
});

/**
 * What `legs` holds where the bet type uses it. Anything else is taken too, as in no other field:
 * another type ignores it, and who reads it refuses it by name (bet-form.wire.ts, all-up.wire.ts).
 */
const legs = z.union([
  z.array(z.union([someHorses, allUpLeg, z.null()])).max(20),
  z.unknown().describe("Anything, where the bet type has no legs: it is ignored."),
]);

/** The specification's whole bet form; unknown fields are ignored, empty ones count as absent. */
export const betForm = z.object({
  event_id: text,
  code: text,
  meetings: text,
  raceNo: text,
  race_id: text,
  event_id2: text,
  code2: text,
  meetings2: text,
  raceNo2: text,
  race_id2: text,
  horse: horses,
  horse2: horses,
  horse1st: horses,
  horse2nd: horses,
  horse3rd: horses,
  horse4th: horses,
  /** Pools of three races and more: which one, and one list of saddle numbers a leg. */
  multi_pool_id: text,
  legs: legs.optional(),
  betAmount: amount,
  betAmount2: amount,
  bet_type: z.union([z.number(), z.string().max(10)]).nullish(),
  date: z.string().max(40).nullish(),
  confirm_same: z.boolean().nullish(),
});
export type BetForm = z.infer<typeof betForm>;

export const placedOrder = z.object({
  order_id: id,
  receipt_no: z.string(),
  bet_type: z.int(),
  combinations: z.int(),
  unit_stake_cents: cents,
  unit_stake2_cents: cents.nullable(),
  cost_cents: cents,
  balance_cents: cents,
  accepted_at: instant,
  receipt_hash: z.string(),
});
export type PlacedOrder = z.infer<typeof placedOrder>;

export const placeOrder = defineCall("POST /api/order/place-order", {
  summary:
    "Places a bet. Send an Idempotency-Key: the same key and bet answers the same receipt again.",
  access: "player",
  body: betForm,
  data: placedOrder,
});

export const quoteOrder = defineCall("POST /api/order/quote", {
  summary: "What the bet would cost and about return. Moves nothing.",
  access: "player",
  body: betForm,
  data: z.object({
    combinations: z.int(),
    unit_stake_cents: cents,
    unit_stake2_cents: cents.nullable(),
    cost_cents: cents,
    approximate_return_cents: z.object({ min: cents, max: cents }).nullable(),
    /** Combinations on which nobody has staked yet: the return says nothing of them. */
    unbacked_combinations: z.int(),
    same_as: placedOrder.nullable(),
  }),
});

export const ORDER_STATUSES = ["accepted", "won", "lost", "refunded", "void"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why money came back: scratched runners, a race that did not run, a refunded pool, a void bet. */
export const BACK_REASONS = ["scratched", "abandoned", "pool", "void"] as const;
const backReason = z.enum(BACK_REASONS);
export type BackReason = z.infer<typeof backReason>;

/** What came back to a bet and why. */
export const moneyBack = z.object({
  reason: backReason,
  /** Saddle numbers whose combinations came back, of leg 1 and of leg 2. */
  scratched: z.array(z.int()),
  scratched2: z.array(z.int()),
  /** Three races and more: by leg, in place of the two above. */
  scratched_by_leg: z.array(z.array(z.int())).optional(),
  /** How many of the bet's combinations came back with them. */
  void_combinations: z.int(),
});
export type MoneyBack = z.infer<typeof moneyBack>;

/** `waiting`: its turn has not come. `not_staked`: it never does, and `why` says for which refusal, if for one. */
export const ALL_UP_LEG_STATUSES = [...ORDER_STATUSES, "waiting", "not_staked"] as const;

/** A leg of an All Up: what it is on, what was staked on it and what that gave. */
export const allUpLegState = z.object({
  /** The ordinary bet that it became; null until then. */
  bet_id: id.nullable(),
  race_id: id,
  meetings: z.string(),
  code: z.string(),
  raceNo: z.int(),
  race_name: z.string(),
  start_time: instant,
  pool: z.enum(ALL_UP_POOL_CODES),
  combination: z.array(z.int()),
  status: z.enum(ALL_UP_LEG_STATUSES),
  /** The code of a refusal. */
  why: z.string().nullable(),
  stake_cents: cents.nullable(),
  payout_cents: cents,
  refund_cents: cents,
});
export type AllUpLegState = z.infer<typeof allUpLegState>;

/** An order as lists show it: what was accepted, its result, and its race. */
export const order = placedOrder.omit({ balance_cents: true }).extend({
  status: z.enum(ORDER_STATUSES),
  payout_cents: cents,
  refund_cents: cents,
  /** Null where nothing came back. */
  money_back: moneyBack.nullable(),
  settled_at: instant.nullable(),
  selections: z.record(z.string(), z.array(z.int())),
  race_id: id,
  meetings: z.string(),
  code: z.string(),
  raceNo: z.int(),
  race_name: z.string(),
  start_time: instant,
  date: day,
  race_id2: id.nullable(),
  meetings2: z.string().nullable(),
  raceNo2: z.int().nullable(),
  /** A bet on three races and more: its pool, and the numbers of its races. */
  multi_pool: z.object({ multi_pool_id: id, name: z.string(), races: z.array(z.int()) }).nullish(),
  /** An All Up: its legs in the order of their races; `race_id` and the rest are of the first. */
  legs: z.array(allUpLegState).nullish(),
});
export type Order = z.infer<typeof order>;

export const listOrders = defineCall("GET /api/order/list", {
  summary:
    "The player's bets, newest first. `status` takes one status, `open` (accepted) or `settled`.",
  access: "player",
  query: page.extend({
    status: z.enum([...ORDER_STATUSES, "open", "settled"]).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: pageData,
  list: z.array(order),
});

export const getOrder = defineCall("GET /api/order/:order_id", {
  summary: "One bet of the player.",
  access: "player",
  params: z.object({ order_id: id }),
  data: order.extend({
    nonce: z.string(),
    exchange_rate: z.string(),
    time_line: z.array(
      z.object({
        at: instant,
        key: z.string(),
        amount_cents: cents.nullable(),
        /** For money back: why, which runner was scratched, and in which leg. */
        reason: backReason.nullable(),
        runner: z.int().nullable(),
        runner_name: z.string().nullable(),
        leg: z.int().nullable(),
      }),
    ),
    /** A bet on three races and more while they run: what of it is alive. */
    alive: z
      .object({
        decided: z.int(),
        legs: z.int(),
        /** Combinations that may still have all legs right. */
        combinations: z.int(),
        /** Those with one leg wrong, where there is a second prize for them. */
        one_wrong: z.int(),
        /** Once one leg is left: what this bet would be paid by its winner, of those that pay it. */
        will_pay: z.array(z.object({ horse_id: z.int(), payout_cents: cents })),
      })
      .nullish(),
    /** Of an All Up, each leg that was staked, as the ordinary bet that it is. */
    leg_bets: z
      .array(
        z.object({
          bet_id: id,
          /** The number of the leg's own ticket; the first leg's is the order's. */
          receipt_no: z.string().optional(),
          nonce: z.string(),
          receipt_hash: z.string(),
          bet_type: z.int(),
          selections: z.record(z.string(), z.array(z.int())),
          stake_cents: cents,
          accepted_at: instant,
          explain: z.array(explainStep),
          proof: betProof.nullable(),
          signed_root: signedRoot.nullable(),
        }),
      )
      .nullish(),
    /** Empty until it is settled; the last step's amount is its payout. An All Up's are in `leg_bets`. */
    explain: z.array(explainStep),
    /** Null until the race is frozen. */
    proof: betProof.nullable(),
    signed_root: signedRoot.nullable(),
  }),
});

export const voidOrder = defineCall("POST /api/operator/orders/:order_id/void", {
  asksAgain: false,
  summary:
    "Cancels a bet that is not settled: what is live of its stake comes back, once. With four eyes a bet on races is `pending` until another operator approves.",
  access: ["risk", "results_clerk"],
  params: z.object({ order_id: id }),
  body: z.strictObject({ reason }),
  data: z.object({
    order_id: id,
    status: z.enum([...ORDER_STATUSES, "pending"]),
    /** What came back in all. */
    refund_cents: cents,
    approval_id: id.nullable(),
  }),
});
