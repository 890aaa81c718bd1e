import type { TogetherDone } from "@club/contract";
import {
  type ActOnEach,
  type TogetherAct,
  actTogether,
  togetherAct,
} from "../../desk/approvals/act-together.ts";
import type { AppContext } from "../../core/context.ts";
import { decideTopUp } from "./decide-top-up.ts";
import { amountsOf, stillWaiting } from "./top-ups.queries.ts";

const APPROVE: ActOnEach = {
  kind: "top_ups.approve",
  amountsOf,
  waiting: stillWaiting,
  act: async (ctx, { id, ...by }) => {
    const { approvalId } = await decideTopUp(ctx, {
      topUpId: id,
      ...by,
      reason: null,
      status: "approved",
    });
    return approvalId === null ? "done" : "pending";
  },
};

/**
 * Approves several top-ups whose money has come, each as if alone.
 *
 * @throws act.total_differs, not_found
 */
export async function approveTopUps(ctx: AppContext, asked: TogetherAct): Promise<TogetherDone[]> {
  return await actTogether(ctx, asked, APPROVE);
}

export const topUpsApproval = togetherAct(APPROVE);
