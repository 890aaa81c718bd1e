import type {
  BankLineView,
  BodyOf,
  DataOf,
  dropPayoutFile,
  explainBankLine,
  getPayouts,
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
} from "@club/contract";
import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { TOP_UPS_KEY } from "./top-ups.ts";
import { WITHDRAWALS_KEY } from "./withdrawals.ts";

const KEY = "bank";
const PAGE = 50;
const READERS = ["cashier", "auditor"] as const;

/** Everything that the bank's page shows may change with one act. */
async function refresh(): Promise<void> {
  await Promise.all(
    [KEY, TOP_UPS_KEY, WITHDRAWALS_KEY].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

export type BankStatus = BankLineView["status"];

export function useBankLines(status: BankStatus | undefined) {
  const enabled = useMay(...READERS);
  return useInfiniteQuery({
    queryKey: [KEY, "lines", status ?? "all"],
    enabled,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { readonly next: string | null }) => last.next ?? undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, list } = await call<typeof listBankLines>({
        method: "GET",
        path: "/api/operator/bank/lines",
        query: {
          limit: PAGE,
          ...(status !== undefined && { status }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      });
      return { next: data.next_cursor, open: data.open, list };
    },
  });
}

export type BankImport = ListItemOf<typeof listBankImports>;

export function useBankImports(): UseQueryResult<readonly BankImport[]> {
  const enabled = useMay(...READERS);
  return useQuery({
    queryKey: [KEY, "imports"],
    enabled,
    queryFn: async ({ signal }) => {
      const { list } = await call<typeof listBankImports>({
        method: "GET",
        path: "/api/operator/bank/imports",
        query: { limit: 8 },
        signal,
      });
      return list;
    },
  });
}

export type BankProfile = ListItemOf<typeof listBankProfiles>;

export function useBankProfiles(): UseQueryResult<readonly BankProfile[]> {
  const enabled = useMay(...READERS);
  return useQuery({
    queryKey: [KEY, "profiles"],
    enabled,
    queryFn: async ({ signal }) => {
      const { list } = await call<typeof listBankProfiles>({
        method: "GET",
        path: "/api/operator/bank/profiles",
        signal,
      });
      return list;
    },
  });
}

export async function saveProfile(profile: BodyOf<typeof saveBankProfile>): Promise<void> {
  await call<typeof saveBankProfile>({
    method: "PUT",
    path: "/api/operator/bank/profiles",
    body: profile,
  });
  await queryClient.invalidateQueries({ queryKey: [KEY, "profiles"] });
}

export async function importFile(
  body: BodyOf<typeof importBankFile>,
): Promise<DataOf<typeof importBankFile>> {
  const { data } = await call<typeof importBankFile>({
    method: "POST",
    path: "/api/operator/bank/imports",
    body,
  });
  await refresh();
  return data;
}

/** The movement is what it is said to be: joined and booked. `isLast`: what is shown is read anew. */
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
  if (isLast) await refresh();
}

export async function explain(
  lineId: string,
  body: BodyOf<typeof explainBankLine>,
): Promise<"pending" | "done"> {
  const { data } = await call<typeof explainBankLine>({
    method: "POST",
    path: "/api/operator/bank/lines/:line_id/explain",
    params: { line_id: lineId },
    body,
  });
  await refresh();
  return data.status === "pending" ? "pending" : "done";
}

export async function reopenLine(lineId: string, reason: string): Promise<void> {
  await call<typeof reopenBankLine>({
    method: "POST",
    path: "/api/operator/bank/lines/:line_id/reopen",
    params: { line_id: lineId },
    body: { reason },
  });
  await refresh();
}

export interface Reconciliation extends DataOf<typeof getReconciliation> {
  readonly list: readonly ListItemOf<typeof getReconciliation>[];
}

export function useReconciliation(): UseQueryResult<Reconciliation> {
  const enabled = useMay(...READERS);
  return useQuery({
    queryKey: [KEY, "reconciliation"],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, list } = await call<typeof getReconciliation>({
        method: "GET",
        path: "/api/operator/bank/reconciliation",
        signal,
      });
      return { ...data, list };
    },
  });
}

export async function noteEntry(entryId: string, note: string): Promise<void> {
  await call<typeof noteBankEntry>({
    method: "POST",
    path: "/api/operator/bank/entries/:entry_id/note",
    params: { entry_id: entryId },
    body: { note },
  });
  await refresh();
}

export interface Payouts extends DataOf<typeof getPayouts> {
  readonly files: readonly PayoutFileView[];
}

export function usePayouts(): UseQueryResult<Payouts> {
  const enabled = useMay(...READERS);
  return useQuery({
    queryKey: [KEY, "payouts"],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, list } = await call<typeof getPayouts>({
        method: "GET",
        path: "/api/operator/payouts",
        signal,
      });
      return { ...data, files: list };
    },
  });
}

export async function saveAccount(account: PayoutAccount): Promise<void> {
  await call<typeof setPayoutAccount>({
    method: "PUT",
    path: "/api/operator/payouts/account",
    body: account,
  });
  await refresh();
}

export async function makeFile(body: BodyOf<typeof makePayoutFile>): Promise<PayoutFileView> {
  const { data } = await call<typeof makePayoutFile>({
    method: "POST",
    path: "/api/operator/payouts",
    body,
  });
  await refresh();
  return data;
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
  await refresh();
}
