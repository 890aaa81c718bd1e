import type {
  approveWithdrawal,
  approveWithdrawals,
  DataOf,
  getOperatorWithdrawal,
  listOperatorWithdrawals,
  payWithdrawal,
  rejectWithdrawal,
  TogetherDone,
  verifyBankCard,
} from "@club/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { useEnded, useWaiting } from "./money-queue.ts";
import { readAnew, send } from "./query-client.ts";
import { useData } from "./read.ts";
import { APPROVALS_KEY } from "./top-ups.ts";

export const WITHDRAWALS_KEY = "withdrawals";
const QUEUE = "/api/operator/withdrawals";

export type WithdrawalDetail = DataOf<typeof getOperatorWithdrawal>;

export const useWaitingWithdrawals = () =>
  useWaiting<typeof listOperatorWithdrawals>(WITHDRAWALS_KEY, QUEUE);

/** The last ones that ended. */
export const useEndedWithdrawals = () =>
  useEnded<typeof listOperatorWithdrawals>(WITHDRAWALS_KEY, QUEUE, {
    statuses: ["paid", "rejected", "cancelled"],
    endedAt: (withdrawal) => withdrawal.ended_at,
  });

/** One withdrawal with the whole account: the read is in the audit log, so only on request. */
export function useWithdrawal(id: string, isAsked: boolean): UseQueryResult<WithdrawalDetail> {
  return useData<typeof getOperatorWithdrawal>(
    [WITHDRAWALS_KEY, "one", id],
    { path: "/api/operator/withdrawals/:withdrawal_id", params: { withdrawal_id: id } },
    { enabled: isAsked },
  );
}

const KEYS = [WITHDRAWALS_KEY, APPROVALS_KEY];

/** Approves the payment; `pending`: a second operator has to approve it too. */
export async function approve(id: string): Promise<"pending" | "done"> {
  const data = await send<typeof approveWithdrawal>(KEYS, {
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/approve",
    params: { withdrawal_id: id },
    body: {},
  });
  return data.status === "pending" ? "pending" : "done";
}

/** Several at once, with the sum that the operator saw. */
export async function approveTogether(
  ids: readonly string[],
  totalCents: number,
): Promise<readonly TogetherDone[]> {
  const { list } = await call<typeof approveWithdrawals>({
    method: "POST",
    path: "/api/operator/withdrawals/approve",
    body: { ids: [...ids], total_cents: totalCents },
  });
  await readAnew(...KEYS);
  return list;
}

export async function reject(id: string, reason: string): Promise<void> {
  await send<typeof rejectWithdrawal>(KEYS, {
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/reject",
    params: { withdrawal_id: id },
    body: { reason },
  });
}

/** The bank has paid it. */
export async function markPaid(id: string): Promise<void> {
  await send<typeof payWithdrawal>(KEYS, {
    method: "POST",
    path: "/api/operator/withdrawals/:withdrawal_id/paid",
    params: { withdrawal_id: id },
    body: {},
  });
}

/** Confirms that the bank account is the player's own. */
export async function verifyCard(playerId: string, reason: string): Promise<void> {
  await send<typeof verifyBankCard>(KEYS, {
    method: "POST",
    path: "/api/operator/players/:player_id/bank-card/verify",
    params: { player_id: playerId },
    body: reason === "" ? {} : { reason },
  });
}
