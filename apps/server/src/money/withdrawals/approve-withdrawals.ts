import type { TogetherDone } from "@club/contract";
import {
  type ActOnEach,
  type TogetherAct,
  actTogether,
  togetherAct,
} from "../../desk/approvals/act-together.ts";
import type { AppContext } from "../../core/context.ts";
import { approveWithdrawal } from "./decide-withdrawal.ts";
import { amountsOf, stillRequested } from "./withdrawals.queries.ts";

const APPROVE: ActOnEach = {
  kind: "withdrawals.approve",
  amountsOf,
  waiting: stillRequested,
  act: async (ctx, { id, ...by }) => {
    const { approvalId } = await approveWithdrawal(ctx, {
      withdrawalId: id,
      ...by,
      reason: null,
    });
    return approvalId === null ? "done" : "pending";
  },
};

/**
 * Approves several withdrawals, each as if alone.
 *
 * @throws act.total_differs, not_found
 */
export async function approveWithdrawals(
  ctx: AppContext,
  asked: TogetherAct,
): Promise<TogetherDone[]> {
  return await actTogether(ctx, asked, APPROVE);
}

export const withdrawalsApproval = togetherAct(APPROVE);
