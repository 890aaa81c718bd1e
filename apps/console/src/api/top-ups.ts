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
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";
import { useEnded, useWaiting } from "./money-queue.ts";
import { readAnew, send } from "./query-client.ts";
import { read } from "./read.ts";
import { usePollMs } from "./stream.ts";

export const TOP_UPS_KEY = "top-ups";
const QUEUE = "/api/operator/topups";
const CALM_MS = 20_000;
const PAGE = 100;

export const useWaitingTopUps = () => useWaiting<typeof listOperatorTopUps>(TOP_UPS_KEY, QUEUE);

/** The last decisions. */
export const useDecidedTopUps = () =>
  useEnded<typeof listOperatorTopUps>(TOP_UPS_KEY, QUEUE, {
    statuses: ["approved", "rejected"],
    endedAt: (topUp) => topUp.decided_at,
  });

/** The money has arrived: books it, and only once however often this is retried. */
export async function approve(topUpId: string): Promise<OperatorTopUp> {
  return await send<typeof approveTopUp>([TOP_UPS_KEY], {
    method: "POST",
    path: "/api/operator/topups/:topup_id/approve",
    params: { topup_id: topUpId },
    body: {},
  });
}

/** Several at once, with the sum that the operator saw. */
export async function approveTogether(
  ids: readonly string[],
  totalCents: number,
): Promise<readonly TogetherDone[]> {
  const { list } = await call<typeof approveTopUps>({
    method: "POST",
    path: "/api/operator/topups/approve",
    body: { ids: [...ids], total_cents: totalCents },
  });
  await readAnew(TOP_UPS_KEY);
  return list;
}

export async function reject(topUpId: string, reason: string): Promise<OperatorTopUp> {
  return await send<typeof rejectTopUp>([TOP_UPS_KEY], {
    method: "POST",
    path: "/api/operator/topups/:topup_id/reject",
    params: { topup_id: topUpId },
    body: { reason },
  });
}

export const APPROVALS_KEY = "approvals";

/** Acts that wait for a second operator. */
export function useApprovals(): UseQueryResult<readonly Approval[]> {
  return useQuery({
    queryKey: [APPROVALS_KEY],
    enabled: useMay("cashier", "pool_controller", "results_clerk", "risk", "auditor"),
    refetchInterval: usePollMs(CALM_MS),
    staleTime: CALM_MS,
    queryFn: async (asked) => {
      const query = { status: "pending", limit: PAGE } as const;
      const wish = { path: "/api/operator/approvals", query } as const;
      return (await read<typeof listApprovals>(wish, asked)).list.toReversed();
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
  await readAnew(APPROVALS_KEY);
}
