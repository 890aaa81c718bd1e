import type { ListItemOf, listPaymentDays, PaymentView } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import type { MoneySort } from "./money-queue.ts";
import { useList, usePages } from "./read.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "payments";
const PAGE = 50;

export type PaymentState = PaymentView["state"];

const KEEP = { placeholderData: keepPreviousData };

export const usePayments = (state: PaymentState | undefined, sort: MoneySort) =>
  usePages(
    [KEY, "list", state ?? "all", sort],
    "/api/operator/payments",
    { limit: PAGE, state, sort },
    KEEP,
  );

export const usePaymentArrivals = (sort: MoneySort = "-at") =>
  usePages([KEY, "arrivals", sort], "/api/operator/payments/arrivals", { limit: PAGE, sort }, KEEP);

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
