import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, sortedBy } from "./call.ts";
import { MONEY_SORTS } from "./choices.ts";

/* Payments collected by a provider, and those that could not be booked. */

const READERS = ["owner", "cashier", "auditor"] as const;
const CASHIERS = ["owner", "cashier"] as const;

export const PAYMENT_STATES = [
  "asked",
  "open",
  "failed",
  "paid",
  "returning",
  "returned",
  "refunding",
  "refunded",
  "disputed",
] as const;
export const PAYMENT_ARRIVAL_STATES = [
  "open",
  "booked",
  "returning",
  "returned",
  "dismissed",
] as const;
/**
 * Why an arrival waits: a payment that nobody asked for, another amount, currency or reference, an
 * event that the payment's state does not allow, one that the day's list lacks, a refund that did
 * not reach the payer; or a case, since money was taken back.
 */
export const PAYMENT_ARRIVAL_REASONS = [
  "unknown",
  "amount",
  "currency",
  "reference",
  "over",
  "missing",
  "refund_failed",
  "refunded",
  "disputed",
] as const;
/** What an operator can do about an arrival. */
export const PAYMENT_ARRIVAL_ACTS = ["book", "return", "won", "dismiss"] as const;

const HOOK_BYTES = 256 * 1024;

export const receivePaymentNotice = defineCall("POST /api/hooks/payments/:provider", {
  summary:
    "What became of payments, signed by the provider in its own way (`standard`: Standard Webhooks) and at most five minutes old. Each event is taken once.",
  access: "public",
  params: z.object({ provider: z.string().max(40) }),
  body: z.record(z.string(), z.unknown()),
  bodyLimitBytes: HOOK_BYTES,
});

export const payment = z.object({
  topup_id: id,
  provider: z.string(),
  /** The provider's own id; null until it answered. */
  payment_id: z.string().nullable(),
  reference: z.string().nullable(),
  player_id: id,
  user_name: z.string(),
  amount_cents: cents,
  /** What refunds and disputes left of it. */
  left_cents: cents,
  currency: z.string(),
  funding: z.string().nullable(),
  state: z.enum(PAYMENT_STATES),
  asked_at: instant,
  booked_at: instant.nullable(),
  taken_at: instant.nullable(),
  next_ask_at: instant.nullable(),
  /** What waits to go back by the provider, and what it last said to that. */
  return_state: z.enum(["waiting", "done", "refused"]).nullable(),
  return_said: z.string().nullable(),
});
export type PaymentView = z.infer<typeof payment>;

export const listPayments = defineCall("GET /api/operator/payments", {
  summary: "Payments by provider, newest first unless sorted, each with its state.",
  access: READERS,
  query: page.extend({ state: z.enum(PAYMENT_STATES).optional(), ...sortedBy(MONEY_SORTS) }),
  data: pageData,
  list: z.array(payment),
});

export const paymentArrival = z.object({
  arrival_id: id,
  provider: z.string(),
  payment_id: z.string(),
  reference: z.string().nullable(),
  /** What the provider said: succeeded, failed, refunded, refund_failed, disputed; or missing in the day's list. */
  outcome: z.string(),
  why: z.enum(PAYMENT_ARRIVAL_REASONS),
  amount_cents: cents,
  currency: z.string(),
  funding: z.string().nullable(),
  /** Whose it is, as far as that is known. */
  player_id: id.nullable(),
  user_name: z.string().nullable(),
  topup_id: id.nullable(),
  /** Of a case: what cash gave, and what the account chargebacks bears. */
  taken_cents: cents,
  missing_cents: cents,
  state: z.enum(PAYMENT_ARRIVAL_STATES),
  /** What can be done about it now. */
  acts: z.array(z.enum(PAYMENT_ARRIVAL_ACTS)),
  arrived_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});
export type PaymentArrivalView = z.infer<typeof paymentArrival>;

export const listPaymentArrivals = defineCall("GET /api/operator/payments/arrivals", {
  summary:
    "What came by a payment provider and was not booked, and cases of money that was taken back, newest first unless sorted.",
  access: READERS,
  query: page.extend({
    state: z.enum(PAYMENT_ARRIVAL_STATES).optional(),
    ...sortedBy(MONEY_SORTS),
  }),
  data: pageData.extend({ waiting: z.int() }),
  list: z.array(paymentArrival),
});

const arrivalParams = z.object({ arrival_id: id });
const reason = z.string().trim().min(1).max(500);
/** Done, or waiting for a second operator. */
const decided = z.object({
  status: z.enum(["done", "pending"]),
  approval_id: id.nullable(),
});

export const bookPaymentArrival = defineCall(
  "POST /api/operator/payments/arrivals/:arrival_id/book",
  {
    asksAgain: true,
    summary:
      "Books what came: to the cash of a player, under the deposit limit; of a partial refund, from it; of a refund that failed, to it again. Two operators where four eyes are on.",
    access: CASHIERS,
    params: arrivalParams,
    body: z.object({
      /** Absent: the player of the payment. */
      player_id: id.nullish(),
      reason,
    }),
    data: decided,
  },
);

export const returnPaymentArrival = defineCall(
  "POST /api/operator/payments/arrivals/:arrival_id/return",
  {
    asksAgain: true,
    summary: "Sends what came back by its provider, once. Two operators where four eyes are on.",
    access: CASHIERS,
    params: arrivalParams,
    body: z.object({ reason }),
    data: decided,
  },
);

export const winPaymentDispute = defineCall(
  "POST /api/operator/payments/arrivals/:arrival_id/won",
  {
    asksAgain: true,
    summary:
      "A dispute ended in the club's favour: what was taken is cash of the player again, what was missing is off chargebacks. Two operators where four eyes are on.",
    access: CASHIERS,
    params: arrivalParams,
    body: z.object({ reason }),
    data: decided,
  },
);

export const dismissPaymentArrival = defineCall(
  "POST /api/operator/payments/arrivals/:arrival_id/dismiss",
  {
    asksAgain: true,
    summary:
      "Closes an arrival or a case: nothing is booked. The player's withdrawals go on once his last case is closed.",
    access: CASHIERS,
    params: arrivalParams,
    body: z.object({ reason }),
    data: decided,
  },
);

export const refundTopUp = defineCall("POST /api/operator/topups/:topup_id/refund", {
  asksAgain: true,
  summary:
    "Sends a card payment back: from the player's cash at once, then by its provider. Two operators where four eyes are on.",
  access: CASHIERS,
  params: z.object({ topup_id: id }),
  body: z.object({ reason }),
  data: decided,
});

/** What can be done where the provider refused to send money back. */
export const PAYMENT_RETURN_ACTS = ["again", "sent"] as const;

export const decidePaymentReturn = defineCall("POST /api/operator/topups/:topup_id/return", {
  asksAgain: true,
  summary:
    "A return that the provider refused: it is asked again (`again`), or the money went back by another way, with the reason as evidence (`sent`). Two operators where four eyes are on.",
  access: CASHIERS,
  params: z.object({ topup_id: id }),
  body: z.object({ act: z.enum(PAYMENT_RETURN_ACTS), reason }),
  data: decided,
});

export const listPaymentDays = defineCall("GET /api/operator/payments/days", {
  summary: "Each day's list of the provider beside the ledger, newest first.",
  access: READERS,
  list: z.array(
    z.object({
      provider: z.string(),
      day,
      listed: z.int(),
      listed_cents: cents,
      booked: z.int(),
      booked_cents: cents,
      fees_cents: cents,
      differences: z.int(),
      compared_at: instant,
    }),
  ),
});
