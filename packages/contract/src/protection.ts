import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, reason } from "./call.ts";
import { putLimits } from "./limits.ts";

export const BARS = ["time_out", "exclusion"] as const;
export type Bar = (typeof BARS)[number];

export const TIME_OUT_DAYS = { least: 1, most: 42 } as const;
export const EXCLUSION_MONTHS = { least: 6, most: 1200 } as const;

const realityMinutes = z.union([z.literal(15), z.literal(30), z.literal(45), z.literal(60)]);

export const protection = z.object({
  /** The time-out or self-exclusion in force. A time-out that is over does not count. */
  bar: z
    .object({
      kind: z.enum(BARS),
      from: instant,
      /** null: for good. */
      until: instant.nullable(),
      /** Its time is over, but an exclusion ends only when the player asks to come back. */
      is_over: z.boolean(),
      /** The player asked to come back, and confirms it from this instant on. */
      return_from: instant.nullable(),
    })
    .nullable(),
  /** The club checks the account first: it may belong to somebody who is excluded. */
  is_held_for_review: z.boolean(),
  reality_minutes: realityMinutes,
  /** The club may send offers. Off until the player turns it on. */
  marketing: z.boolean(),
  /** Six months after limits were last set or reviewed. */
  limits_review_due: z.boolean(),
});
export type Protection = z.infer<typeof protection>;

export const getProtection = defineCall("GET /api/user/protection", {
  summary: "Time-out, self-exclusion, reality check and consent to offers, as they stand.",
  access: "player",
  data: protection,
});

export const putProtection = defineCall("PUT /api/user/protection", {
  summary:
    "Sets the interval of the reality check, the consent to offers, or notes that the limits were looked at.",
  access: "player",
  body: z.object({
    reality_minutes: realityMinutes.optional(),
    marketing: z.boolean().optional(),
    limits_reviewed: z.literal(true).optional(),
  }),
  data: protection,
});

const until = z.object({
  /** null: for good. */
  until: instant.nullable(),
});

export const takeTimeOut = defineCall("POST /api/user/time-out", {
  summary:
    "A break of 1 to 42 days, at once: no betting, no topping up. Nobody can end it; a longer one lengthens it.",
  access: "player",
  body: z.object({ days: z.int().min(TIME_OUT_DAYS.least).max(TIME_OUT_DAYS.most) }),
  data: until,
});

export const excludeSelf = defineCall("POST /api/user/self-exclusion", {
  summary:
    "No betting and no topping up for 6 months or more, null for good, at once. Nobody can undo it. Sessions end.",
  access: "player",
  body: z.object({
    months: z.int().min(EXCLUSION_MONTHS.least).max(EXCLUSION_MONTHS.most).nullable(),
    confirm: z.literal(true),
  }),
  data: until,
});

export const returnToBetting = defineCall("POST /api/user/self-exclusion/return", {
  summary:
    "After a self-exclusion is over: asks to come back, with the limits to hold then. Asked again after 24 hours, it ends.",
  access: "player",
  body: z.object({ limits: putLimits.body.shape.limits.optional() }).nullish(),
  data: protection,
});

export const REALITY_ANSWERS = ["go_on", "break", "history"] as const;
export type RealityAnswer = (typeof REALITY_ANSWERS)[number];

export const answerRealityCheck = defineCall("POST /api/user/reality-check", {
  summary: "The player has seen the reality check, and what the player chose.",
  access: "player",
  body: z.object({ answer: z.enum(REALITY_ANSWERS) }),
});

const moved = {
  staked_cents: cents,
  returned_cents: cents,
  refunded_cents: cents,
  net_result_cents: cents,
};

export const getActivity = defineCall("GET /api/user/activity", {
  summary:
    "One month in club time, from the ledger: stakes, returns, net result, money in and out, time, day by day.",
  access: "player",
  query: z.object({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  data: z.object({
    month: z.string(),
    ...moved,
    bets: z.int(),
    topped_up_cents: cents,
    withdrawn_cents: cents,
    /** Topped up less withdrawn since the account was opened. */
    net_deposits_life_cents: cents,
    seconds: z.int(),
    biggest_day: z.object({ day, ...moved }).nullable(),
    /** Days on which something moved. */
    days: z.array(z.object({ day, ...moved, seconds: z.int() })),
    /** Months that have anything, newest first. */
    months: z.array(z.object({ month: z.string(), ...moved })),
  }),
});

export const listProtectionLog = defineCall("GET /api/user/protection/history", {
  summary: "Limits, breaks, exclusions and reality checks, newest first, all of them.",
  access: "player",
  query: page,
  data: pageData,
  list: z.array(
    z.object({ at: instant, kind: z.string(), detail: z.record(z.string(), z.unknown()) }),
  ),
});

const ofPlayer = z.object({ player_id: id });

/** An operator's view of a player's protection; an operator can loosen none of it. */
export const operatorProtection = protection.extend({
  review: z.enum(["phone", "account", "identity"]).nullable(),
  identity_checked_at: instant.nullable(),
});

export const getPlayerProtection = defineCall("GET /api/operator/players/:player_id/protection", {
  summary: "A player's time-out, exclusion, review and identity. The read is in the audit log.",
  access: ["owner", "risk", "support", "auditor"],
  params: ofPlayer,
  data: operatorProtection,
});

export const clearReview = defineCall("POST /api/operator/players/:player_id/review/clear", {
  asksAgain: false,
  summary: "The held account is not that of an excluded person: it may bet and top up.",
  access: ["owner", "risk"],
  params: ofPlayer,
  body: z.object({ reason }),
  data: operatorProtection,
});

export const checkIdentity = defineCall("POST /api/operator/players/:player_id/identity", {
  asksAgain: false,
  summary:
    "Notes that the player's identity was checked, by what evidence; a wrong date of birth is corrected with it.",
  access: ["owner", "risk", "support"],
  params: ofPlayer,
  body: z.object({ evidence: reason, date_of_birth: day.optional() }),
  data: operatorProtection,
});

export const IDENTITY_RULES = ["none", "before_withdrawal", "before_bet"] as const;
export type IdentityRule = (typeof IDENTITY_RULES)[number];

export const putIdentityRule = defineCall("PUT /api/operator/identity-rule", {
  asksAgain: false,
  summary: "When a player's identity must have been checked.",
  access: ["owner"],
  body: z.object({ rule: z.enum(IDENTITY_RULES) }),
  data: z.object({ rule: z.enum(IDENTITY_RULES) }),
});
