import type {
  BankLineView,
  getPayouts,
  getReceivingAccounts,
  getReconciliation,
  ListItemOf,
  listBankImports,
  listBankProfiles,
} from "@club/contract";
import { useMay } from "../core/session.ts";
import { defineAct } from "./ask.ts";
import { useList, usePages, useWhole, type Whole } from "./read.ts";
import { TOP_UPS_KEY } from "./top-ups.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "bank";
const PAGE = 50;

/** One act may change everything that the bank's page shows. */
const KEYS = [KEY, TOP_UPS_KEY, WITHDRAWALS_KEY];

const useForReaders = () => ({ enabled: useMay("cashier", "auditor") });

export type BankStatus = BankLineView["status"];

export const useBankLines = (status: BankStatus | undefined) =>
  usePages(
    [KEY, "lines", status ?? "all"],
    "/api/operator/bank/lines",
    { limit: PAGE, status },
    useForReaders(),
  );

export type BankImport = ListItemOf<typeof listBankImports>;

export const useBankImports = () =>
  useList([KEY, "imports"], "/api/operator/bank/imports", { limit: 8 }, useForReaders());

export type BankProfile = ListItemOf<typeof listBankProfiles>;

export const useBankProfiles = () =>
  useList([KEY, "profiles"], "/api/operator/bank/profiles", {}, useForReaders());

export type Reconciliation = Whole<typeof getReconciliation>;

export const useReconciliation = () =>
  useWhole([KEY, "reconciliation"], "/api/operator/bank/reconciliation", {}, useForReaders());

export type Payouts = Whole<typeof getPayouts>;

export const usePayouts = () =>
  useWhole([KEY, "payouts"], "/api/operator/payouts", {}, useForReaders());

export const saveProfile = defineAct("PUT /api/operator/bank/profiles", [[KEY, "profiles"]]);
export const importFile = defineAct("POST /api/operator/bank/imports", KEYS);
/** Joins a movement with its match and books it. */
export const joinLine = defineAct("POST /api/operator/bank/lines/:line_id/match", KEYS);
/** The same for one of several: what is shown is refetched after the last. */
export const joinNext = defineAct("POST /api/operator/bank/lines/:line_id/match");
export const explain = defineAct("POST /api/operator/bank/lines/:line_id/explain", KEYS);
export const reopenLine = defineAct("POST /api/operator/bank/lines/:line_id/reopen", KEYS);
export const noteEntry = defineAct("POST /api/operator/bank/entries/:entry_id/note", KEYS);
export const saveAccount = defineAct("PUT /api/operator/payouts/account", KEYS);
export const makeFile = defineAct("POST /api/operator/payouts", KEYS);

export type Receiving = Whole<typeof getReceivingAccounts>;

export const useReceiving = () =>
  useWhole([KEY, "receiving"], "/api/operator/receiving-accounts", {}, useForReaders());

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
