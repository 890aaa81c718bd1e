import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { playerLimit } from "./limits.ts";
import { statementLine } from "./statements.ts";
import { PLAYER_SORTS } from "./choices.ts";

const READERS = ["owner", "cashier", "risk", "support", "auditor"] as const;

export const PLAYER_STATUSES = ["active", "frozen", "closed"] as const;

export const playerSummary = z.object({
  player_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  status: z.enum(PLAYER_STATUSES),
  is_demo: z.boolean(),
  cash_cents: cents,
  held_cents: cents,
  bonus_cents: cents,
  created_at: instant,
});
export type PlayerSummary = z.infer<typeof playerSummary>;

export const listPlayers = defineCall("GET /api/operator/players", {
  summary:
    "Players, newest first unless sorted. `q` is the beginning of a user name or name, a phone number, or the id of a player or a bet, or a receipt's number.",
  access: READERS,
  query: page.extend({ q: z.string().max(100).optional(), ...sortedBy(PLAYER_SORTS) }),
  data: pageData,
  list: z.array(playerSummary),
});

export const playerOrder = z.object({
  order_id: id,
  receipt_no: z.string(),
  bet_type: z.int(),
  status: z.string(),
  cost_cents: cents,
  payout_cents: cents,
  refund_cents: cents,
  accepted_at: instant,
  race_id: id,
  meetings: z.string(),
  raceNo: z.int(),
  selections: z.record(z.string(), z.array(z.int())),
});

export const getPlayer = defineCall("GET /api/operator/players/:player_id", {
  summary:
    "One player: profile, wallet, limits, last orders and statement lines. The read is in the audit log.",
  access: READERS,
  params: z.object({ player_id: id }),
  data: playerSummary.extend({
    language: z.string(),
    is_adult: z.boolean(),
    open_bets: z.int(),
    open_stakes_cents: cents,
    limits: z.array(playerLimit),
    orders: z.array(playerOrder),
    lines: z.array(statementLine),
  }),
});

export const ADJUSTMENT_KINDS = [
  "opening",
  "goodwill",
  "correction",
  "write_off",
  "other",
] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

const MOST_CENTS = 100_000_000_000;

export const adjustPlayer = defineCall("POST /api/operator/players/:player_id/adjust", {
  asksAgain: true,
  summary:
    "Gives to or takes from a player's cash, never below zero. With four eyes it waits for another operator.",
  access: ["owner", "cashier"],
  params: z.object({ player_id: id }),
  body: z.object({
    kind: z.enum(ADJUSTMENT_KINDS).default("other"),
    amount_cents: z
      .int()
      .min(-MOST_CENTS)
      .max(MOST_CENTS)
      .refine((amount) => amount !== 0, "zero moves nothing"),
    reason,
  }),
  data: z.object({
    status: z.enum(["done", "pending"]),
    adjustment_id: id.nullable(),
    approval_id: id.nullable(),
    /** Cash after it; while it is pending, the present cash. */
    balance_cents: cents,
  }),
});

export const freezePlayer = defineCall("POST /api/operator/players/:player_id/freeze", {
  asksAgain: false,
  summary:
    "Stops a player from betting and topping up, and ends the sessions. Open bets run on and are paid.",
  access: ["owner", "risk"],
  params: z.object({ player_id: id }),
  body: z.object({ reason }),
  data: z.object({ player_id: id, status: z.enum(PLAYER_STATUSES) }),
});

export const unfreezePlayer = defineCall("POST /api/operator/players/:player_id/unfreeze", {
  asksAgain: false,
  summary: "Lets a frozen player bet and top up again.",
  access: ["owner", "risk"],
  params: z.object({ player_id: id }),
  body: z.object({ reason }),
  data: z.object({ player_id: id, status: z.enum(PLAYER_STATUSES) }),
});
