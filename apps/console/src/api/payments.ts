import type { ListItemOf, listPaymentDays, PaymentView } from "@club/contract";
import { defineAct } from "./ask.ts";
import { useList, usePages } from "./read.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "payments";
const PAGE = 50;

export type PaymentState = PaymentView["state"];

export const usePayments = (state: PaymentState | undefined) =>
  usePages([KEY, "list", state ?? "all"], "/api/operator/payments", { limit: PAGE, state });

export const usePaymentArrivals = () =>
  usePages([KEY, "arrivals"], "/api/operator/payments/arrivals", { limit: PAGE });

export type PaymentDay = ListItemOf<typeof listPaymentDays>;

export const usePaymentDays = () => useList([KEY, "days"], "/api/operator/payments/days");

/** A closed case lets withdrawals go on. */
const KEYS = [KEY, WITHDRAWALS_KEY];

export const decideArrival = {
  book: defineAct("POST /api/operator/payments/arrivals/:arrival_id/book", KEYS),
  return: defineAct("POST /api/operator/payments/arrivals/:arrival_id/return", KEYS),
  won: defineAct("POST /api/operator/payments/arrivals/:arrival_id/won", KEYS),
  dismiss: defineAct("POST /api/operator/payments/arrivals/:arrival_id/dismiss", KEYS),
};

export const refundTopUp = defineAct("POST /api/operator/topups/:topup_id/refund", KEYS);
export const decideReturn = defineAct("POST /api/operator/topups/:topup_id/return", KEYS);
