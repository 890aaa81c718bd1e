import { useQuery } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { ask, defineAct } from "./ask.ts";
import { useEnded, useWaiting, type MoneySort } from "./money-queue.ts";
import { readAnew } from "./query-client.ts";
import { read } from "./read.ts";
import { usePollMs } from "./stream.ts";

export const TOP_UPS_KEY = "top-ups";
const QUEUE = "/api/operator/topups";
const CALM_MS = 20_000;
const PAGE = 100;

export const useWaitingTopUps = (sort?: MoneySort) => useWaiting(TOP_UPS_KEY, QUEUE, sort);

/** The last decisions. */
export const useDecidedTopUps = () =>
  useEnded(TOP_UPS_KEY, QUEUE, {
    statuses: ["approved", "rejected"],
    endedAt: (topUp) => topUp.decided_at,
  });

/** The money has arrived: books it, and only once however often this is retried. */
export const approve = defineAct("POST /api/operator/topups/:topup_id/approve", [TOP_UPS_KEY]);
export const reject = defineAct("POST /api/operator/topups/:topup_id/reject", [TOP_UPS_KEY]);

/** Several at once, with the sum that the operator saw. */
export async function approveTogether(ids: readonly string[], total_cents: number) {
  const fields = { ids: [...ids], total_cents };
  const { list } = await ask("POST /api/operator/topups/approve", fields);
  await readAnew(TOP_UPS_KEY);
  return list;
}

export const APPROVALS_KEY = "approvals";

/** Acts that wait for a second operator, the oldest first. */
export const useApprovals = () =>
  useQuery({
    queryKey: [APPROVALS_KEY],
    enabled: useMay("GET /api/operator/approvals"),
    refetchInterval: usePollMs(CALM_MS),
    staleTime: CALM_MS,
    queryFn: async (asked) => {
      const fields = { status: "pending", limit: PAGE } as const;
      return (await read("/api/operator/approvals", fields, asked)).list.toReversed();
    },
  });

export const approveApproval = defineAct("POST /api/operator/approvals/:approval_id/approve", [
  APPROVALS_KEY,
]);
export const rejectApproval = defineAct("POST /api/operator/approvals/:approval_id/reject", [
  APPROVALS_KEY,
]);
