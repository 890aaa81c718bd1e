import type {
  approveWithdrawal,
  approveWithdrawals,
  DataOf,
  getOperatorWithdrawal,
  listOperatorWithdrawals,
  OperatorWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  TogetherDone,
  verifyBankCard,
} from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { usePollMs } from "./stream.ts";
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { APPROVALS_KEY } from "./top-ups.ts";

export const WITHDRAWALS_KEY = "withdrawals";
const CALM_MS = 20_000;
const PAGE = 100;
const DONE_PAGE = 12;

export interface WithdrawalQueue {
  readonly waiting: number;
  readonly list: readonly OperatorWithdrawal[];
}

export type WithdrawalDetail = DataOf<typeof getOperatorWithdrawal>;

const mayRead = ["cashier", "auditor"] as const;

async function readWithdrawals(
  query: { status?: "waiting" | "paid" | "rejected" | "cancelled"; limit: number },
  signal: AbortSignal,
): Promise<WithdrawalQueue> {
  const { data, list } = await call<typeof listOperatorWithdrawals>({
    method: "GET",
    path: "/api/operator/withdrawals",
    query,
    signal,
  });
  return { waiting: data.waiting, list };
}

/** Withdrawals that wait for a decision or the bank, the oldest first: it has waited longest. */
export function useWaitingWithdrawals(): UseQueryResult<WithdrawalQueue> {
  const pollMs = usePollMs(CALM_MS);
  const enabled = useMay(...mayRead);
  return useQuery({
    queryKey: [WITHDRAWALS_KEY, "waiting"],
    enabled,
    refetchInterval: pollMs,
    staleTime: CALM_MS,
    queryFn: async ({ signal }) => {
      const queue = await readWithdrawals({ status: "waiting", limit: PAGE }, signal);
      return { ...queue, list: queue.list.toReversed() };
    },
  });
}

/** The last ones that ended, newest first. */
export function useEndedWithdrawals(): UseQueryResult<readonly OperatorWithdrawal[]> {
  const enabled = useMay(...mayRead);
  return useQuery({
    queryKey: [WITHDRAWALS_KEY, "ended"],
    enabled,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (["paid", "rejected", "cancelled"] as const).map(
          async (status) => (await readWithdrawals({ status, limit: DONE_PAGE }, signal)).list,
        ),
      );
      return lists
        .flat()
        .toSorted((a, b) => (b.ended_at ?? "").localeCompare(a.ended_at ?? ""))
        .slice(0, DONE_PAGE);
    },
  });
}

/** One withdrawal with the whole account: the read is in the audit log, so it is asked for by hand. */
export function useWithdrawal(id: string, isAsked: boolean): UseQueryResult<WithdrawalDetail> {
  return useQuery({
    queryKey: [WITHDRAWALS_KEY, "one", id],
    enabled: isAsked,
    queryFn: async ({ signal }) =>
      (
        await call<typeof getOperatorWithdrawal>({
          method: "GET",
          path: "/api/operator/withdrawals/:withdrawal_id",
          params: { withdrawal_id: id },
          signal,
        })
      ).data,
  });
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [WITHDRAWALS_KEY] }),
    queryClient.invalidateQueries({ queryKey: [APPROVALS_KEY] }),
  ]);
}

/** Lets it be paid; `pending`: another operator has to say so too. */
export async function approve(id: string): Promise<"pending" | "done"> {
  const { data } = await call<typeof approveWithdrawal>({
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/approve",
    params: { withdrawal_id: id },
    body: {},
  });
  await refresh();
  return data.status === "pending" ? "pending" : "done";
}

/** Several at once; the sum is what the operator saw. */
export async function approveTogether(
  ids: readonly string[],
  totalCents: number,
): Promise<readonly TogetherDone[]> {
  const { list } = await call<typeof approveWithdrawals>({
    method: "POST",
    path: "/api/operator/withdrawals/approve",
    body: { ids: [...ids], total_cents: totalCents },
  });
  await refresh();
  return list;
}

export async function reject(id: string, reason: string): Promise<void> {
  await call<typeof rejectWithdrawal>({
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/reject",
    params: { withdrawal_id: id },
    body: { reason },
  });
  await refresh();
}

/** The bank has paid it. */
export async function markPaid(id: string): Promise<void> {
  await call<typeof payWithdrawal>({
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/paid",
    params: { withdrawal_id: id },
    body: {},
  });
  await refresh();
}

/** The bank account is the player's own. */
export async function verifyCard(playerId: string, reason: string): Promise<void> {
  await call<typeof verifyBankCard>({
    method: "POST",
    path: "/api/operator/players/:player_id/bank-card/verify",
    params: { player_id: playerId },
    body: reason === "" ? {} : { reason },
  });
  await refresh();
}
