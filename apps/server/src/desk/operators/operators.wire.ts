import type { Operator, OperatorSession, Passkey } from "@club/contract";
import { wireInstant } from "../../core/http/wire.ts";
import type { OperatorSessionRow, OperatorView } from "./operators.queries.ts";
import type { OperatorPasskeyRow } from "./passkeys.queries.ts";

export function toOperator(row: OperatorView): Operator {
  return {
    operator_id: row.id,
    user_name: row.user_name,
    roles: row.roles,
    own_roles: row.held,
    status: row.status,
    has_factor: row.has_factor,
    email: row.email,
    is_bound: row.is_bound,
    player_name: row.player_name,
    sessions: row.sessions,
    last_seen_at: wireInstant(row.last_seen_at),
    created_at: wireInstant(row.created_at),
  };
}

/** @param askingId - the session of the request: it is marked as the current one. */
export function toSession(row: OperatorSessionRow, askingId: string): OperatorSession {
  return {
    session_id: row.id,
    device: row.device,
    created_at: wireInstant(row.created_at),
    last_action_at: wireInstant(row.last_action_at),
    proved_at: wireInstant(row.proved_at),
    is_this: row.id === askingId,
  };
}

export function toPasskey(row: OperatorPasskeyRow): Passkey {
  return {
    passkey_id: row.id,
    name: row.name,
    created_at: wireInstant(row.created_at),
    last_used_at: wireInstant(row.last_used_at),
  };
}
