import type { KeyScope, WebhookKind } from "@club/contract";

/** In the order in which they are offered. */
export const WEBHOOK_KINDS: readonly WebhookKind[] = [
  "race.open",
  "race.closed",
  "race.interim",
  "race.final",
  "race.settled",
  "race.abandoned",
  "topup.submitted",
  "topup.approved",
  "topup.rejected",
  "withdrawal.requested",
  "withdrawal.approved",
  "withdrawal.paid",
  "withdrawal.rejected",
  "withdrawal.cancelled",
  "complaint.open",
  "complaint.answered",
];

export const KEY_SCOPES: readonly KeyScope[] = [
  "races.read",
  "reports.read",
  "ledger.read",
  "money.read",
  "players.read",
  "audit.read",
];
