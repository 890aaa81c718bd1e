import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData } from "./call.ts";

export const TOP_UP_STATUSES = ["created", "submitted", "approved", "rejected", "expired"] as const;
export type TopUpStatus = (typeof TOP_UP_STATUSES)[number];

/** Where a bank transfer goes. */
export const bankTransfer = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
});
export type BankTransfer = z.infer<typeof bankTransfer>;

export const topUp = z.object({
  topup_id: id,
  method: z.string(),
  amount_cents: cents,
  status: z.enum(TOP_UP_STATUSES),
  /** Must be in the transfer. */
  reference: z.string(),
  created_at: instant,
  decided_at: instant.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
});
export type TopUp = z.infer<typeof topUp>;

export const listTopUpMethods = defineCall({
  method: "GET",
  path: "/api/recharge/methods",
  summary: "Ways to top up, and the least and most of one top-up.",
  access: "player",
  list: z.array(
    z.object({
      method: z.string(),
      min_cents: cents,
      max_cents: cents,
      instructions: bankTransfer,
    }),
  ),
});

export const createTopUp = defineCall({
  method: "POST",
  path: "/api/recharge/create",
  summary:
    "Announces a top-up. Needs an Idempotency-Key: the same key and body answers the same again. Money is there once an operator approved it.",
  access: "player",
  body: z.object({ method: z.string().max(40), amount_cents: cents }),
  data: topUp.extend({ instructions: bankTransfer }),
});

export const listTopUps = defineCall({
  method: "GET",
  path: "/api/recharge/list",
  summary: "The player's top-ups, newest first.",
  access: "player",
  query: page.extend({ status: z.enum(TOP_UP_STATUSES).optional() }),
  data: pageData,
  list: z.array(topUp),
});

/** A top-up as the console's queue shows it. */
export const operatorTopUp = topUp.extend({
  player_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type OperatorTopUp = z.infer<typeof operatorTopUp>;

export const listOperatorTopUps = defineCall({
  method: "GET",
  path: "/api/operator/topups",
  summary: "Top-ups of all players, newest first. `status=waiting`: created and submitted ones.",
  access: ["owner", "cashier", "auditor"],
  query: page.extend({ status: z.enum([...TOP_UP_STATUSES, "waiting"]).optional() }),
  data: pageData.extend({ waiting: z.int() }),
  list: z.array(operatorTopUp),
});

const decided = operatorTopUp.extend({ balance_cents: cents });

export const approveTopUp = defineCall({
  method: "POST",
  path: "/api/operator/topups/:topup_id/approve",
  summary: "The money has come: books it to the player's cash, once whatever is retried.",
  access: ["owner", "cashier"],
  params: z.object({ topup_id: id }),
  body: z.object({ reason: z.string().max(500).nullish() }).nullish(),
  data: decided,
});

export const rejectTopUp = defineCall({
  method: "POST",
  path: "/api/operator/topups/:topup_id/reject",
  summary: "No money came, or not this: nothing is booked. The player sees the reason.",
  access: ["owner", "cashier"],
  params: z.object({ topup_id: id }),
  body: z.object({ reason: z.string().trim().min(1).max(500) }),
  data: decided,
});
