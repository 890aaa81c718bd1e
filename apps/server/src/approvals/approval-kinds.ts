import { correctApproval } from "../settlement/correct-race.ts";
import { rewardApproval } from "../invitations/reward.ts";
import { bankLineApproval } from "../reconciliation/decide-bank-line.ts";
import { adjustApproval } from "../players/adjust-approval.ts";
import { sportCorrectApproval } from "../sports/correct-sport-event.ts";
import { poolRefundApproval } from "../incidents/refund-pool.ts";
import { rulesApproval } from "../rule-sets/activate-rules.ts";
import { houseAdjustApproval } from "../ledger/adjust-house.ts";
import { reopenApproval } from "../races/reopen-race.ts";
import { voidApproval } from "../bets/void-order.ts";
import { withdrawalApproval } from "../withdrawals/withdrawal-approval.ts";
import type { ApprovalKind } from "./approvals.ts";

/** Every kind of act that may wait for a second operator. */
export const APPROVAL_KINDS: ReadonlyMap<string, ApprovalKind> = new Map(
  [
    adjustApproval,
    bankLineApproval,
    correctApproval,
    reopenApproval,
    poolRefundApproval,
    sportCorrectApproval,
    withdrawalApproval,
    rewardApproval,
    rulesApproval,
    houseAdjustApproval,
    voidApproval,
  ].map((each) => [each.kind, each]),
);
