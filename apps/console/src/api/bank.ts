import type {
  BANK_LINE_SORTS,
  BankLineView,
  findMoney,
  getPayouts,
  getReceivingAccounts,
  getReconciliation,
  ListItemOf,
  Sort,
} from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { useList, usePages, useWhole, type Whole } from "./read.ts";
import { TOP_UPS_KEY } from "./top-ups.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "bank";
const PAGE = 50;

/** One act may change everything that the bank's page shows. */
const KEYS = [KEY, TOP_UPS_KEY, WITHDRAWALS_KEY];

export type BankStatus = BankLineView["status"];

/** Movements in a state, or all; `q` is part of what the bank said, or an amount. */
export const useBankLines = (
  status: BankStatus | undefined,
  q: string,
  sort: Sort<(typeof BANK_LINE_SORTS)[number]>,
) =>
  usePages(
    [KEY, "lines", status ?? "all", q, sort],
    "/api/operator/bank/lines",
    { limit: PAGE, status, sort, ...(q !== "" && { q }) },
    { placeholderData: keepPreviousData },
  );

export const useBankImports = () =>
  useList([KEY, "imports"], "/api/operator/bank/imports", { limit: 8 });

export const useBankProfiles = () => useList([KEY, "profiles"], "/api/operator/bank/profiles");

export type Reconciliation = Whole<typeof getReconciliation>;

export const useReconciliation = () =>
  useWhole([KEY, "reconciliation"], "/api/operator/bank/reconciliation");

export type Payouts = Whole<typeof getPayouts>;

export const usePayouts = () => useWhole([KEY, "payouts"], "/api/operator/payouts");

export const saveProfile = defineAct("PUT /api/operator/bank/profiles", [[KEY, "profiles"]]);
export const importFile = defineAct("POST /api/operator/bank/imports", KEYS);
/** Joins a movement with its match and books it. */
export const joinLine = defineAct("POST /api/operator/bank/lines/:line_id/match", KEYS);
/** The same for one of several: what is shown is refetched after the last. */
export const joinNext = defineAct("POST /api/operator/bank/lines/:line_id/match");
export const explain = defineAct("POST /api/operator/bank/lines/:line_id/explain", KEYS);
/** Money without a reference: it is a player's, or it goes back. */
export const giveLine = defineAct("POST /api/operator/bank/lines/:line_id/give", KEYS);
export const sendLineBack = defineAct("POST /api/operator/bank/lines/:line_id/send-back", KEYS);
export const reopenLine = defineAct("POST /api/operator/bank/lines/:line_id/reopen", KEYS);
export const noteEntry = defineAct("POST /api/operator/bank/entries/:entry_id/note", KEYS);
export const saveAccount = defineAct("PUT /api/operator/payouts/account", KEYS);
export const makeFile = defineAct("POST /api/operator/payouts", KEYS);

export type FoundMoney = ListItemOf<typeof findMoney>;

/** Money by part of a reference, an amount, a name; without two letters nothing is fetched. */
export const useFoundMoney = (q: string, { enabled }: { readonly enabled: boolean }) =>
  useList(
    ["palette-money", q],
    "/api/operator/find-money",
    { q },
    { enabled, staleTime: 10_000, retry: false },
  );

export type Receiving = Whole<typeof getReceivingAccounts>;

export const useReceiving = () => useWhole([KEY, "receiving"], "/api/operator/receiving-accounts");

/** Sets all of them; "pending": a second operator agrees first. */
export const saveReceiving = defineAct("PUT /api/operator/receiving-accounts", [
  [KEY, "receiving"],
]);

export type PayoutAct = "send" | "drop" | "paid";

export const decideFile = {
  send: defineAct("POST /api/operator/payouts/:file_id/sent", KEYS),
  drop: defineAct("POST /api/operator/payouts/:file_id/drop", KEYS),
  paid: defineAct("POST /api/operator/payouts/:file_id/paid", KEYS),
};
