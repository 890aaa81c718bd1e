import type { OperatorTopUp, TopUp } from "@club/contract";
import type { OperatorTopUpRow, TopUpRow } from "./top-ups.queries.ts";

export function toTopUp(row: TopUpRow): TopUp {
  return {
    topup_id: row.id,
    method: row.method,
    amount_cents: Number(row.amount_cents),
    status: row.status,
    reference: row.reference,
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    receipts: row.receipts,
    is_looked_at: row.is_looked_at,
  };
}

export function toOperatorTopUp(row: OperatorTopUpRow): OperatorTopUp {
  return {
    ...toTopUp(row),
    player_id: row.player_id,
    user_name: row.user_name,
    full_name: row.full_name,
    decided_by: row.decided_by,
    flags: row.flags,
  };
}
