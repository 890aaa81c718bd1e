import { z } from "zod";
import { bankCard } from "./bank-card.ts";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { MONEY_SORTS } from "./choices.ts";
import { moneyFlags, together, togetherDone } from "./top-ups.ts";

export const WITHDRAWAL_STATUSES = [
  "requested",
  "approved",
  "paid",
  "rejected",
  "cancelled",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const withdrawal = z.object({
  withdrawal_id: id,
  status: z.enum(WITHDRAWAL_STATUSES),
  amount_cents: cents,
  /** Withdrawals are free. */
  fee_cents: z.literal(0),
  /** Shown on the transfer: "WD 401170 TQ7". */
  reference: z.string(),
  bank_name: z.string(),
  /** The last digits only, behind dots. */
  account_number: z.string(),
  requested_at: instant,
  approved_at: instant.nullable(),
  /** Paid, rejected or cancelled. */
  ended_at: instant.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  may_cancel: z.boolean(),
  /** Cancelled: what is still held, and when it is cash; it can be requested again before that. */
  cooling_cents: cents,
  releases_at: instant.nullable(),
  /** The part of it that repaid a corrected result's excess, which the club bore until then. */
  claimed_cents: cents,
  /** How it is paid: `bank_transfer` by a file of the club's bank, else the provider's name. */
  method: z.string().default("bank_transfer"),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** What a withdrawal must wait for before it is paid. */
export const WITHDRAWAL_WAITS = [
  "verification",
  "new_account",
  "identity",
  "password_reset",
  "payment_case",
] as const;

export const withdrawalTerms = z.object({
  /** Cash, and what is still held from cancelled withdrawals. */
  available_cents: cents,
  held_cents: cents,
  min_cents: cents,
  max_cents: cents,
  /** The latest arrival, if it is requested now and nothing is wrong with it. */
  arrives_by: instant,
  waits_for: z.array(z.enum(WITHDRAWAL_WAITS)),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;

export const createWithdrawal = defineCall("POST /api/withdraw/create", {
  summary:
    "Asks for money to be paid to the player's own bank account. Needs an Idempotency-Key. The money is held at once and paid when an operator has checked it.",
  access: "player",
  body: z.object({ amount_cents: cents }),
  data: withdrawal.extend({ cash_cents: cents, held_cents: cents }),
});

export const cancelWithdrawal = defineCall("POST /api/withdraw/:withdrawal_id/cancel", {
  summary:
    "Takes a withdrawal back while it is `requested`. The money stays held for 24 hours; repeating it changes nothing.",
  access: "player",
  params: z.object({ withdrawal_id: id }),
  data: withdrawal,
});

export const listWithdrawals = defineCall("GET /api/withdraw/list", {
  summary: "The player's withdrawals, newest first, and what can be withdrawn now.",
  access: "player",
  query: page.extend({ status: z.enum(WITHDRAWAL_STATUSES).optional() }),
  data: pageData.extend({ terms: withdrawalTerms }),
  list: z.array(withdrawal),
});

/** A withdrawal as the console's queue shows it. */
export const operatorWithdrawal = withdrawal.extend({
  player_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  approved_by: z.string().nullable(),
  ended_by: z.string().nullable(),
  waits_for: z.array(z.enum(WITHDRAWAL_WAITS)),
  /** Of the bank account as it is now: says to `bank-card/verify` which one was looked at. */
  account_changed_at: instant.nullable(),
  /** When the bank account will be old enough. */
  account_ready_at: instant.nullable(),
  /** Another operator has to approve it too. */
  needs_second: z.boolean(),
  /** The second pair of eyes that it waits for. */
  approval_id: id.nullable(),
  /** It follows a top-up within a day. */
  is_in_and_out: z.boolean(),
  /** Other players with the same bank account. */
  shared_with: z.int(),
  flags: moneyFlags,
  /** The payout file that it is in. */
  payout: z
    .object({ file_id: id, name: z.string(), status: z.enum(["made", "sent", "dropped"]) })
    .nullable(),
  /** What is known of it at the provider of `method`; `held`: it refused a repeat, so people decide. */
  provider_payout: z
    .object({
      state: z.enum(["asking", "taken", "held", "paid", "failed"]),
      failure: z.string().nullable(),
      said: z.string(),
    })
    .nullable(),
});
export type OperatorWithdrawal = z.infer<typeof operatorWithdrawal>;

const READERS = ["owner", "cashier", "auditor"] as const;
const params = z.object({ withdrawal_id: id });

export const listOperatorWithdrawals = defineCall("GET /api/operator/withdrawals", {
  summary:
    "Withdrawals of all players, newest first unless sorted. `status=waiting`: requested and approved ones.",
  access: READERS,
  query: page.extend({
    status: z.enum([...WITHDRAWAL_STATUSES, "waiting"]).optional(),
    ...sortedBy(MONEY_SORTS),
  }),
  data: pageData.extend({ waiting: z.int() }),
  list: z.array(operatorWithdrawal),
});

export const getOperatorWithdrawal = defineCall("GET /api/operator/withdrawals/:withdrawal_id", {
  summary:
    "One withdrawal with the bank account to pay it to, number in full. The read is in the audit log.",
  access: READERS,
  params,
  data: operatorWithdrawal.extend({
    account: bankCard.nullable(),
  }),
});

export const approveWithdrawal = defineCall(
  "POST /api/operator/withdrawals/:withdrawal_id/approve",
  {
    asksAgain: true,
    summary:
      "Lets a withdrawal be paid. With four eyes and above the threshold it waits for another operator: `status` pending and `approval_id`.",
    access: ["owner", "cashier"],
    params,
    body: z.object({ reason: z.string().max(500).nullish() }).nullish(),
    data: z.object({
      withdrawal_id: id,
      status: z.enum([...WITHDRAWAL_STATUSES, "pending"]),
      approval_id: id.nullable(),
    }),
  },
);

export const approveWithdrawals = defineCall("POST /api/operator/withdrawals/approve", {
  asksAgain: true,
  summary: "Several withdrawals may be paid: each is approved as if alone.",
  access: ["owner", "cashier"],
  body: together,
  list: togetherDone,
});

const decided = z.object({ withdrawal_id: id, status: z.enum(WITHDRAWAL_STATUSES) });

export const rejectWithdrawal = defineCall("POST /api/operator/withdrawals/:withdrawal_id/reject", {
  asksAgain: false,
  summary:
    "Gives the held money back to the player's cash, also of an approved one that the bank returned.",
  access: ["owner", "cashier"],
  params,
  body: z.object({ reason }),
  data: decided,
});

export const payWithdrawal = defineCall("POST /api/operator/withdrawals/:withdrawal_id/paid", {
  asksAgain: true,
  summary:
    "The bank has paid an approved withdrawal: the held money leaves the club. Only to a verified account that has been there for 24 hours.",
  access: ["owner", "cashier"],
  params,
  body: z.object({ reason: z.string().max(500).nullish() }).nullish(),
  data: decided,
});

export const verifyBankCard = defineCall("POST /api/operator/players/:player_id/bank-card/verify", {
  asksAgain: false,
  summary:
    "The bank account is the player's own: withdrawals may be paid to it, until it is changed. `changed_at` of the one that was looked at refuses any other.",
  access: ["owner", "cashier"],
  params: z.object({ player_id: id }),
  body: z
    .object({ reason: z.string().max(500).nullish(), changed_at: instant.nullish() })
    .nullish(),
  data: z.object({ player_id: id, verified: z.literal(true) }),
});

export const payoutNotice = defineCall("POST /api/hooks/payouts/:provider", {
  summary:
    "What became of a payout, signed as Standard Webhooks: `payout.paid`, `payout.failed`. Each is taken once, in any order.",
  access: "public",
  params: z.object({ provider: z.string().max(40) }),
  body: z.unknown(),
});
