import type {
  Approval,
  approveApproval,
  approveTopUp,
  approveTopUps,
  listApprovals,
  listOperatorTopUps,
  OperatorTopUp,
  rejectApproval,
  rejectTopUp,
  TogetherDone,
} from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { usePollMs } from "./stream.ts";
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

export const TOP_UPS_KEY = "top-ups";
const CALM_MS = 20_000;
const PAGE = 100;
const DONE_PAGE = 12;

export interface TopUpQueue {
  readonly waiting: number;
  readonly list: readonly OperatorTopUp[];
}

const mayRead = ["cashier", "auditor"] as const;

async function readTopUps(
  query: { status?: "waiting" | "approved" | "rejected"; limit: number },
  signal: AbortSignal,
): Promise<TopUpQueue> {
  const { data, list } = await call<typeof listOperatorTopUps>({
    method: "GET",
    path: "/api/operator/topups",
    query,
    signal,
  });
  return { waiting: data.waiting, list };
}

/** Top-ups that wait for a decision, the oldest first: it has waited longest. */
export function useWaitingTopUps(): UseQueryResult<TopUpQueue> {
  const pollMs = usePollMs(CALM_MS);
  const enabled = useMay(...mayRead);
  return useQuery({
    queryKey: [TOP_UPS_KEY, "waiting"],
    enabled,
    refetchInterval: pollMs,
    staleTime: CALM_MS,
    queryFn: async ({ signal }) => {
      const queue = await readTopUps({ status: "waiting", limit: PAGE }, signal);
      return { ...queue, list: queue.list.toReversed() };
    },
  });
}

/** The last decisions, newest first. */
export function useDecidedTopUps(): UseQueryResult<readonly OperatorTopUp[]> {
  const enabled = useMay(...mayRead);
  return useQuery({
    queryKey: [TOP_UPS_KEY, "decided"],
    enabled,
    queryFn: async ({ signal }) => {
      const [approved, rejected] = await Promise.all([
        readTopUps({ status: "approved", limit: DONE_PAGE }, signal),
        readTopUps({ status: "rejected", limit: DONE_PAGE }, signal),
      ]);
      return [...approved.list, ...rejected.list]
        .toSorted((a, b) => (b.decided_at ?? "").localeCompare(a.decided_at ?? ""))
        .slice(0, DONE_PAGE);
    },
  });
}

/** The money has come: books it, once whatever is retried. */
export async function approve(topUpId: string): Promise<OperatorTopUp> {
  const { data } = await call<typeof approveTopUp>({
    method: "POST",
    path: "/api/operator/topups/:topup_id/approve",
    params: { topup_id: topUpId },
    body: {},
  });
  await queryClient.invalidateQueries({ queryKey: [TOP_UPS_KEY] });
  return data;
}

/** Several at once; the sum is what the operator saw. */
export async function approveTogether(
  ids: readonly string[],
  totalCents: number,
): Promise<readonly TogetherDone[]> {
  const { list } = await call<typeof approveTopUps>({
    method: "POST",
    path: "/api/operator/topups/approve",
    body: { ids: [...ids], total_cents: totalCents },
  });
  await queryClient.invalidateQueries({ queryKey: [TOP_UPS_KEY] });
  return list;
}

export async function reject(topUpId: string, reason: string): Promise<OperatorTopUp> {
  const { data } = await call<typeof rejectTopUp>({
    method: "POST",
    path: "/api/operator/topups/:topup_id/reject",
    params: { topup_id: topUpId },
    body: { reason },
  });
  await queryClient.invalidateQueries({ queryKey: [TOP_UPS_KEY] });
  return data;
}

export const APPROVALS_KEY = "approvals";

/** Acts that wait for a second operator. */
export function useApprovals(): UseQueryResult<readonly Approval[]> {
  const pollMs = usePollMs(CALM_MS);
  const enabled = useMay("cashier", "pool_controller", "results_clerk", "risk", "auditor");
  return useQuery({
    queryKey: [APPROVALS_KEY],
    enabled,
    refetchInterval: pollMs,
    staleTime: CALM_MS,
    queryFn: async ({ signal }) => {
      const { list } = await call<typeof listApprovals>({
        method: "GET",
        path: "/api/operator/approvals",
        query: { status: "pending", limit: PAGE },
        signal,
      });
      return list.toReversed();
    },
  });
}

export async function decideApproval(
  approvalId: string,
  isApproved: boolean,
  reason: string,
): Promise<void> {
  const body = reason === "" ? {} : { reason };
  const params = { approval_id: approvalId };
  if (isApproved) {
    await call<typeof approveApproval>({
      method: "POST",
      path: "/api/operator/approvals/:approval_id/approve",
      params,
      body,
    });
  } else {
    await call<typeof rejectApproval>({
      method: "POST",
      path: "/api/operator/approvals/:approval_id/reject",
      params,
      body,
    });
  }
  await queryClient.invalidateQueries({ queryKey: [APPROVALS_KEY] });
}
