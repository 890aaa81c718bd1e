import type { DataOf, getOperatorWithdrawal } from "@club/contract";
import { ask, defineAct } from "./ask.ts";
import { useEnded, useWaiting, type MoneySort } from "./money-queue.ts";
import { readAnew } from "./query-client.ts";
import { useData } from "./read.ts";
import { APPROVALS_KEY } from "./top-ups.ts";

export const WITHDRAWALS_KEY = "withdrawals";
const QUEUE = "/api/operator/withdrawals";

export type WithdrawalDetail = DataOf<typeof getOperatorWithdrawal>;

export const useWaitingWithdrawals = (sort?: MoneySort) => useWaiting(WITHDRAWALS_KEY, QUEUE, sort);

/** The last ones that ended. */
export const useEndedWithdrawals = () =>
  useEnded(WITHDRAWALS_KEY, QUEUE, {
    statuses: ["paid", "rejected", "cancelled"],
    endedAt: (withdrawal) => withdrawal.ended_at,
  });

/** One withdrawal with the whole account: the read is in the audit log, so only on request. */
export const useWithdrawal = (withdrawal_id: string, enabled: boolean) =>
  useData(
    [WITHDRAWALS_KEY, "one", withdrawal_id],
    "/api/operator/withdrawals/:withdrawal_id",
    { withdrawal_id },
    { enabled },
  );

const KEYS = [WITHDRAWALS_KEY, APPROVALS_KEY];

/** Approves the payment; `pending`: a second operator has to approve it too. */
export const approve = defineAct("POST /api/operator/withdrawals/:withdrawal_id/approve", KEYS);
export const reject = defineAct("POST /api/operator/withdrawals/:withdrawal_id/reject", KEYS);
/** What a silent provider was given: it is asked again, or people say what became of it. */
export const decidePayout = defineAct("POST /api/operator/withdrawals/:withdrawal_id/payout", KEYS);
/** The bank has paid it. */
export const markPaid = defineAct("POST /api/operator/withdrawals/:withdrawal_id/paid", KEYS);
/** Confirms that the bank account is the player's own. */
export const verifyCard = defineAct("POST /api/operator/players/:player_id/bank-card/verify", KEYS);

/** Several at once, with the sum that the operator saw. */
export async function approveTogether(ids: readonly string[], total_cents: number) {
  const fields = { ids: [...ids], total_cents };
  const { list } = await ask("POST /api/operator/withdrawals/approve", fields);
  await readAnew(...KEYS);
  return list;
}
