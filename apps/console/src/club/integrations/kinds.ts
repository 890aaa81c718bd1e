import type { KeyScope, WebhookKind } from "@club/contract";

/** All names, in the order in which they are offered; a missing one does not compile. */
function inOrder<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}

export const WEBHOOK_KINDS = inOrder<WebhookKind>({
  "race.open": true,
  "race.closed": true,
  "race.interim": true,
  "race.final": true,
  "race.settled": true,
  "race.abandoned": true,
  "topup.submitted": true,
  "topup.approved": true,
  "topup.rejected": true,
  "withdrawal.requested": true,
  "withdrawal.approved": true,
  "withdrawal.paid": true,
  "withdrawal.rejected": true,
  "withdrawal.cancelled": true,
  "complaint.open": true,
  "complaint.answered": true,
});

export const KEY_SCOPES = inOrder<KeyScope>({
  "races.read": true,
  "reports.read": true,
  "ledger.read": true,
  "money.read": true,
  "players.read": true,
  "audit.read": true,
});
