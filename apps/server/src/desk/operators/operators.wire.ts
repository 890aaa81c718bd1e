import type { Operator, OperatorSession, Passkey } from "@club/contract";
import type { OperatorSessionRow, OperatorView } from "./operators.queries.ts";
import type { OperatorPasskeyRow } from "./passkeys.queries.ts";

export function toOperator(row: OperatorView): Operator {
  return {
    operator_id: row.id,
    user_name: row.user_name,
    roles: row.roles,
    status: row.status,
    has_factor: row.has_factor,
    email: row.email,
    is_bound: row.is_bound,
    sessions: row.sessions,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** @param askingId - the session that asks: it is marked. */
export function toSession(row: OperatorSessionRow, askingId: string): OperatorSession {
  return {
    session_id: row.id,
    device: row.device,
    created_at: row.created_at.toISOString(),
    last_action_at: row.last_action_at.toISOString(),
    proved_at: row.proved_at?.toISOString() ?? null,
    is_this: row.id === askingId,
  };
}

export function toPasskey(row: OperatorPasskeyRow): Passkey {
  return {
    passkey_id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
