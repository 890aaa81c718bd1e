import { correctApproval } from "../../racing/corrections/correct-race.ts";
import { rewardApproval } from "../../money/invitations/reward.ts";
import { paymentApproval } from "../../money/payments/decide-payment.ts";
import { payoutApproval } from "../../money/payouts/decide-payout.ts";
import { bankLineApproval } from "../../money/reconciliation/decide-bank-line.ts";
import { giveApproval, returnApproval } from "../../money/reconciliation/settle-unknown-line.ts";
import { adjustApproval } from "../../money/adjustments/adjust-approval.ts";
import { sportCorrectApproval } from "../../sports/results/correct-sport-event.ts";
import { poolRefundApproval } from "../../racing/incidents/refund-pool.ts";
import { receivingApproval } from "../../money/receiving/receiving-accounts.ts";
import { rulesApproval } from "../../racing/rule-sets/activate-rules.ts";
import { houseAdjustApproval } from "../../money/adjustments/adjust-house.ts";
import { reopenApproval } from "../../racing/race-acts/reopen-race.ts";
import { voidApproval } from "../../racing/bets/void-order.ts";
import { topUpApproval } from "../../money/top-ups/top-up-approval.ts";
import { withdrawalApproval } from "../../money/withdrawals/withdrawal-approval.ts";
import { settingApproval } from "../../desk/club-settings/keep-settings.ts";
import { connectionApproval } from "../../desk/connections/keep-connections.ts";
import type { ApprovalKind } from "../../desk/approvals/approvals.ts";

/** Every kind of act that may wait for a second operator. */
export const APPROVALS: ReadonlyMap<string, ApprovalKind> = new Map(
  [
    adjustApproval,
    connectionApproval,
    settingApproval,
    topUpApproval,
    bankLineApproval,
    giveApproval,
    returnApproval,
    paymentApproval,
    payoutApproval,
    correctApproval,
    reopenApproval,
    poolRefundApproval,
    sportCorrectApproval,
    withdrawalApproval,
    rewardApproval,
    receivingApproval,
    rulesApproval,
    houseAdjustApproval,
    voidApproval,
  ].map((each) => [each.kind, each]),
);
