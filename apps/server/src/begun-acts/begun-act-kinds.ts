import { meetingAbandon } from "../incidents/abandon-meeting.ts";
import { meetingScratch } from "../races/scratch-meeting.ts";
import { topUpsApproval } from "../top-ups/approve-top-ups.ts";
import { withdrawalsApproval } from "../withdrawals/approve-withdrawals.ts";
import { payoutPayment } from "../withdrawals/pay-payout-file.ts";
import type { BegunActKind } from "./begun-acts.ts";

/** Every kind of act that takes several transactions and is not a settlement, a refund or a correction. */
export const BEGUN_ACT_KINDS: ReadonlyMap<string, BegunActKind> = new Map(
  [meetingAbandon, meetingScratch, topUpsApproval, withdrawalsApproval, payoutPayment].map(
    (each) => [each.kind, each],
  ),
);
