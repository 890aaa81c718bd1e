import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { MONEY_SORTS } from "./choices.ts";

export const TOP_UP_STATUSES = ["created", "submitted", "approved", "rejected", "expired"] as const;
export type TopUpStatus = (typeof TOP_UP_STATUSES)[number];

/** Where a bank transfer goes. */
export const bankTransfer = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
  iban: z.string().default(""),
  bic: z.string().default(""),
  /** For a transfer in euros that was announced: the text of its QR code (EPC069-12). */
  qr_text: z.string().nullable().default(null),
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
  /** The player said that the money is on its way, or sent the bank's receipt. */
  submitted_at: instant.nullable(),
  decided_at: instant.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** The pictures of the bank's receipt that are there. */
  receipts: z.array(id),
  /** What came by the provider does not fit it: people look at that. */
  is_looked_at: z.boolean().default(false),
});
export type TopUp = z.infer<typeof topUp>;

export const listTopUpMethods = defineCall("GET /api/recharge/methods", {
  summary: "Ways to top up, and the least and most of one top-up.",
  access: "player",
  list: z.array(
    z.object({
      method: z.string(),
      min_cents: cents,
      max_cents: cents,
      /** Where to send a transfer; null for a card. */
      instructions: bankTransfer.nullable(),
    }),
  ),
});

export const createTopUp = defineCall("POST /api/recharge/create", {
  summary:
    "Announces a top-up. Needs an Idempotency-Key: the same key and body answers the same again. Money is there once an operator approved it.",
  access: "player",
  body: z.object({ method: z.string().max(40), amount_cents: cents }),
  data: topUp.extend({
    instructions: bankTransfer.nullable(),
    /** The provider's page, where a card is asked for; null for a transfer. */
    pay_url: z.string().nullable(),
    /** The same: where the browser goes to pay; it comes back to the record of this top-up. */
    redirect_url: z.string().nullable(),
  }),
});

const topUpParams = z.object({ topup_id: id });

export const submitTopUp = defineCall("POST /api/recharge/:topup_id/sent", {
  summary: "The player has sent the transfer. Repeating it changes nothing.",
  access: "player",
  params: topUpParams,
  data: topUp,
});

export const topUpQr = defineCall("GET /api/recharge/:topup_id/qr", {
  summary:
    "The transfer of an announced top-up as a QR code for the bank's app; null: it has none.",
  access: "player",
  params: topUpParams,
  data: z.object({ qr_text: z.string().nullable(), qr_svg: z.string().nullable() }),
});

/** The largest receipt picture that is taken. */
export const RECEIPT_BYTES = 5 * 1024 * 1024;
/** The most that the form adds to it. */
const FORM_BYTES = 16 * 1024;

export const addReceipt = defineCall("POST /api/recharge/:topup_id/receipt", {
  summary:
    "The bank's receipt as one file of a `multipart/form-data` body: JPEG, PNG or WebP, 5 MiB at most, three per top-up. It is written anew before it is kept.",
  access: "player",
  params: topUpParams,
  data: topUp,
  bodyLimitBytes: RECEIPT_BYTES + FORM_BYTES,
});

export const listTopUps = defineCall("GET /api/recharge/list", {
  summary: "The player's top-ups, newest first.",
  access: "player",
  query: page.extend({ status: z.enum(TOP_UP_STATUSES).optional() }),
  data: pageData,
  list: z.array(topUp),
});

/** What an operator should look at before money moves. */
export const MONEY_FLAGS = [
  "new_account",
  "name_differs",
  "shared_account",
  "shared_device",
  "in_and_out",
] as const;
export type MoneyFlag = (typeof MONEY_FLAGS)[number];
export const moneyFlags = z.array(z.enum(MONEY_FLAGS));

/** The most that one act approves together. */
const MOST_TOGETHER = 100;
/** Several at once. `total_cents` is the sum that the operator saw; another sum approves none. */
export const together = z.object({
  ids: z.array(id).min(1).max(MOST_TOGETHER),
  total_cents: cents,
});
/** The outcome of each: done, waiting for a second operator, or the code of its refusal. */
export const togetherDone = z.array(
  z.object({ id, status: z.enum(["done", "pending", "refused"]), code: z.string().nullable() }),
);
export type TogetherDone = z.infer<typeof togetherDone>[number];

/** A top-up as the console's queue shows it. */
export const operatorTopUp = topUp.extend({
  flags: moneyFlags,
  player_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type OperatorTopUp = z.infer<typeof operatorTopUp>;

export const listOperatorTopUps = defineCall("GET /api/operator/topups", {
  summary:
    "Top-ups of all players, newest first unless sorted. `status=waiting`: created and submitted ones.",
  access: ["owner", "cashier", "auditor"],
  query: page.extend({
    status: z.enum([...TOP_UP_STATUSES, "waiting"]).optional(),
    ...sortedBy(MONEY_SORTS),
  }),
  data: pageData.extend({ waiting: z.int() }),
  list: z.array(operatorTopUp),
});

/** A picture is read as a file: GET /api/operator/topups/{topup_id}/receipts/{receipt_id}. */
const decided = operatorTopUp.extend({ balance_cents: cents });

export const approveTopUp = defineCall("POST /api/operator/topups/:topup_id/approve", {
  asksAgain: true,
  summary:
    "The money has come: books it to the player's cash, once whatever is retried. With four eyes and above the threshold it stays as it is until another operator agrees: `approval_id`.",
  access: ["owner", "cashier"],
  params: z.object({ topup_id: id }),
  body: z.object({ reason: z.string().max(500).nullish() }).nullish(),
  data: decided.extend({ approval_id: id.nullable() }),
});

export const approveTopUps = defineCall("POST /api/operator/topups/approve", {
  asksAgain: true,
  summary: "The money of several top-ups has come: each is approved as if alone.",
  access: ["owner", "cashier"],
  body: together,
  list: togetherDone,
});

export const rejectTopUp = defineCall("POST /api/operator/topups/:topup_id/reject", {
  asksAgain: false,
  summary: "No money came, or not this: nothing is booked. The player sees the reason.",
  access: ["owner", "cashier"],
  params: z.object({ topup_id: id }),
  body: z.object({ reason }),
  data: decided,
});
