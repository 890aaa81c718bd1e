import type {
  BankLineView,
  BodyInputOf,
  BodyOf,
  DataOf,
  dropPayoutFile,
  explainBankLine,
  getPayouts,
  getReceivingAccounts,
  getReconciliation,
  importBankFile,
  ListItemOf,
  listBankImports,
  listBankLines,
  listBankProfiles,
  makePayoutFile,
  matchBankLine,
  noteBankEntry,
  payPayoutFile,
  PayoutAccount,
  PayoutFileView,
  reopenBankLine,
  saveBankProfile,
  sendPayoutFile,
  setPayoutAccount,
  setReceivingAccounts,
} from "@club/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";
import { readAnew, send } from "./query-client.ts";
import { useList, usePages, useWhole, type Whole } from "./read.ts";
import { TOP_UPS_KEY } from "./top-ups.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "bank";
const PAGE = 50;
const READERS = ["cashier", "auditor"] as const;

/** One act may change everything that the bank's page shows. */
const KEYS = [KEY, TOP_UPS_KEY, WITHDRAWALS_KEY];

export type BankStatus = BankLineView["status"];

export function useBankLines(status: BankStatus | undefined) {
  return usePages<typeof listBankLines>(
    [KEY, "lines", status ?? "all"],
    {
      path: "/api/operator/bank/lines",
      query: {
        limit: PAGE,
        status,
      },
    },
    { enabled: useMay(...READERS) },
  );
}

export type BankImport = ListItemOf<typeof listBankImports>;

export function useBankImports(): UseQueryResult<readonly BankImport[]> {
  return useList<typeof listBankImports>(
    [KEY, "imports"],
    { path: "/api/operator/bank/imports", query: { limit: 8 } },
    { enabled: useMay(...READERS) },
  );
}

export type BankProfile = ListItemOf<typeof listBankProfiles>;

export function useBankProfiles(): UseQueryResult<readonly BankProfile[]> {
  return useList<typeof listBankProfiles>(
    [KEY, "profiles"],
    { path: "/api/operator/bank/profiles" },
    { enabled: useMay(...READERS) },
  );
}

export async function saveProfile(profile: BodyOf<typeof saveBankProfile>): Promise<void> {
  await send<typeof saveBankProfile>([[KEY, "profiles"]], {
    method: "PUT",
    path: "/api/operator/bank/profiles",
    body: profile,
  });
}

export async function importFile(
  body: BodyOf<typeof importBankFile>,
): Promise<DataOf<typeof importBankFile>> {
  return await send<typeof importBankFile>(KEYS, {
    method: "POST",
    path: "/api/operator/bank/imports",
    body,
  });
}

/** Joins a movement with its match and books it. `isLast`: then refetches what is shown. */
export async function joinLine(
  lineId: string,
  match: NonNullable<BankLineView["match"]>,
  isLast = true,
): Promise<void> {
  await call<typeof matchBankLine>({
    method: "POST",
    path: "/api/operator/bank/lines/:line_id/match",
    params: { line_id: lineId },
    body: { kind: match.kind, target_id: match.target_id },
  });
  if (isLast) await readAnew(...KEYS);
}

export async function explain(
  lineId: string,
  body: BodyOf<typeof explainBankLine>,
): Promise<"pending" | "done"> {
  const data = await send<typeof explainBankLine>(KEYS, {
    method: "POST",
    path: "/api/operator/bank/lines/:line_id/explain",
    params: { line_id: lineId },
    body,
  });
  return data.status === "pending" ? "pending" : "done";
}

export async function reopenLine(lineId: string, reason: string): Promise<void> {
  await send<typeof reopenBankLine>(KEYS, {
    method: "POST",
    path: "/api/operator/bank/lines/:line_id/reopen",
    params: { line_id: lineId },
    body: { reason },
  });
}

export type Reconciliation = Whole<typeof getReconciliation>;

export function useReconciliation(): UseQueryResult<Reconciliation> {
  return useWhole<typeof getReconciliation>(
    [KEY, "reconciliation"],
    { path: "/api/operator/bank/reconciliation" },
    { enabled: useMay(...READERS) },
  );
}

export async function noteEntry(entryId: string, note: string): Promise<void> {
  await send<typeof noteBankEntry>(KEYS, {
    method: "POST",
    path: "/api/operator/bank/entries/:entry_id/note",
    params: { entry_id: entryId },
    body: { note },
  });
}

export type Payouts = Whole<typeof getPayouts>;

export function usePayouts(): UseQueryResult<Payouts> {
  return useWhole<typeof getPayouts>(
    [KEY, "payouts"],
    { path: "/api/operator/payouts" },
    { enabled: useMay(...READERS) },
  );
}

export async function saveAccount(account: PayoutAccount): Promise<void> {
  await send<typeof setPayoutAccount>(KEYS, {
    method: "PUT",
    path: "/api/operator/payouts/account",
    body: account,
  });
}

export async function makeFile(body: BodyOf<typeof makePayoutFile>): Promise<PayoutFileView> {
  return await send<typeof makePayoutFile>(KEYS, {
    method: "POST",
    path: "/api/operator/payouts",
    body,
  });
}

export type Receiving = Whole<typeof getReceivingAccounts>;

export function useReceiving(): UseQueryResult<Receiving> {
  return useWhole<typeof getReceivingAccounts>(
    [KEY, "receiving"],
    { path: "/api/operator/receiving-accounts" },
    { enabled: useMay(...READERS) },
  );
}

/** Sets all of them; "pending": a second operator agrees first. */
export async function saveReceiving(
  accounts: BodyInputOf<typeof setReceivingAccounts>,
): Promise<"done" | "pending"> {
  const { status } = await send<typeof setReceivingAccounts>([[KEY, "receiving"]], {
    method: "PUT",
    path: "/api/operator/receiving-accounts",
    body: accounts,
  });
  return status;
}

export type PayoutAct = "send" | "drop" | "paid";

export async function decideFile(id: string, act: PayoutAct, reason: string): Promise<void> {
  const params = { file_id: id };
  if (act === "send") {
    const path = "/api/operator/payouts/:file_id/sent";
    await call<typeof sendPayoutFile>({ method: "POST", path, params });
  } else if (act === "paid") {
    const path = "/api/operator/payouts/:file_id/paid";
    await call<typeof payPayoutFile>({ method: "POST", path, params });
  } else {
    const path = "/api/operator/payouts/:file_id/drop";
    await call<typeof dropPayoutFile>({ method: "POST", path, params, body: { reason } });
  }
  await readAnew(...KEYS);
}
