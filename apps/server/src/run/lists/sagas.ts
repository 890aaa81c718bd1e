import { meetingAbandon } from "../../racing/incidents/abandon-meeting.ts";
import { meetingScratch } from "../../racing/race-acts/scratch-meeting.ts";
import { topUpsApproval } from "../../money/top-ups/approve-top-ups.ts";
import { withdrawalsApproval } from "../../money/withdrawals/approve-withdrawals.ts";
import { payoutPayment } from "../../money/withdrawals/pay-payout-file.ts";
import type { Saga } from "../../desk/sagas/sagas.ts";

/** Every act of several transactions that is not a settlement, a refund or a correction. */
export const SAGAS: ReadonlyMap<string, Saga> = new Map(
  [meetingAbandon, meetingScratch, topUpsApproval, withdrawalsApproval, payoutPayment].map(
    (each) => [each.kind, each],
  ),
);
