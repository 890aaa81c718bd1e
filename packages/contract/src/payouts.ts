import { PAYOUT_FORMATS } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, reason } from "./call.ts";

const READERS = ["owner", "cashier", "auditor"] as const;
const CASHIERS = ["owner", "cashier"] as const;

/** The club's own account that payouts leave from, as its bank wants it in a file. */
export const payoutAccount = z.object({
  name: z.string().trim().min(1).max(70),
  account_number: z.string().trim().min(1).max(34),
  branch_code: z.string().trim().max(20),
  swift_bic: z.string().trim().max(11),
  /** ABA: three letters of the bank, six digits of the club. */
  bank_code: z.string().trim().max(3),
  user_id: z
    .string()
    .trim()
    .regex(/^\d{0,6}$/),
});
export type PayoutAccount = z.infer<typeof payoutAccount>;

export const payoutFile = z.object({
  file_id: id,
  /** "HC-PAY-12": names the file at the bank. */
  name: z.string(),
  format: z.enum(PAYOUT_FORMATS),
  status: z.enum(["made", "sent", "dropped"]),
  items: z.int(),
  total_cents: cents,
  /** How many of its withdrawals are marked as paid. */
  paid: z.int(),
  pay_on: day,
  sha256: z.string(),
  made_by: z.string(),
  made_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});
export type PayoutFileView = z.infer<typeof payoutFile>;

/** Why an approved withdrawal does not fit a format. */
export const PAYOUT_OBSTACLES = ["waits", "account"] as const;

export const getPayouts = defineCall("GET /api/operator/payouts", {
  summary:
    "Files of payments, newest first, and what approved withdrawals could go into the next one, by format.",
  access: READERS,
  data: z.object({
    account: payoutAccount.nullable(),
    currency: z.string(),
    ready: z.array(
      z.object({
        withdrawal_id: id,
        user_name: z.string(),
        full_name: z.string().nullable(),
        amount_cents: cents,
        reference: z.string(),
        /** The formats that it fits. */
        fits: z.array(z.enum(PAYOUT_FORMATS)),
        obstacle: z.enum(PAYOUT_OBSTACLES).nullable(),
      }),
    ),
  }),
  list: z.array(payoutFile),
});

export const setPayoutAccount = defineCall("PUT /api/operator/payouts/account", {
  asksAgain: true,
  summary: "The club's own account that payouts leave from; a new version each time.",
  access: ["owner"],
  body: payoutAccount,
  data: payoutAccount,
});

/** What can be done about a withdrawal whose provider stays silent. */
export const PAYOUT_ACTS = ["ask", "paid", "failed"] as const;

export const decidePayout = defineCall("POST /api/operator/withdrawals/:withdrawal_id/payout", {
  asksAgain: true,
  summary:
    "A withdrawal that a provider has and tells no end of: it is asked again now, or marked as paid or failed, with the reason as evidence. The marks need two operators where four eyes are on.",
  access: CASHIERS,
  params: z.object({ withdrawal_id: id }),
  body: z.object({
    act: z.enum(PAYOUT_ACTS),
    reason: z.string().trim().min(1).max(500),
  }),
  data: z.object({ status: z.enum(["done", "pending"]), approval_id: id.nullable() }),
});

/** How many withdrawals one file takes. */
export const MOST_PAYOUTS = 500;

export const makePayoutFile = defineCall("POST /api/operator/payouts", {
  asksAgain: true,
  summary:
    "Makes a file of approved withdrawals. `total_cents` is what the operator saw: another sum makes nothing. A withdrawal stands in one file.",
  access: CASHIERS,
  body: z.object({
    format: z.enum(PAYOUT_FORMATS),
    withdrawal_ids: z.array(id).min(1).max(MOST_PAYOUTS),
    total_cents: cents,
    pay_on: day,
  }),
  data: payoutFile,
});

const params = z.object({ file_id: id });

export const sendPayoutFile = defineCall("POST /api/operator/payouts/:file_id/sent", {
  asksAgain: false,
  summary: "The file is at the bank. Repeating it changes nothing.",
  access: CASHIERS,
  params,
  data: payoutFile,
});

export const dropPayoutFile = defineCall("POST /api/operator/payouts/:file_id/drop", {
  asksAgain: false,
  summary: "The file never goes to the bank: its withdrawals can stand in another one.",
  access: CASHIERS,
  params,
  body: z.object({ reason }),
  data: payoutFile,
});

export const payPayoutFile = defineCall("POST /api/operator/payouts/:file_id/paid", {
  asksAgain: true,
  summary:
    "The bank has paid a sent file: each withdrawal of it is marked as paid, each once. What was returned by the bank is rejected one by one before.",
  access: CASHIERS,
  params,
  data: payoutFile,
});
