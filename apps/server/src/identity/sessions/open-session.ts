import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { newToken } from "./token.ts";
import type { SignedIn } from "@club/contract";

/** The tokens of a session; only their hashes are stored. */
export interface Tokens {
  sessionId: string;
  accessToken: string;
  refreshToken: string;
}

export type Owner = { playerId: string } | { operatorId: string };

const MOST_DEVICE_CHARACTERS = 200;

const INSERT = `
  WITH s AS (
    INSERT INTO session (id, player_id, operator_id, device, active_from_posting)
    SELECT $1, $2, $3, $4, coalesce((SELECT max(p.id) FROM wallet w JOIN posting p ON p.account_id = w.cash_account
      WHERE w.player_id = $2), 0)
  ), r AS (
    INSERT INTO session_refresh (hash, session_id) VALUES ($5, $1)
  )
  INSERT INTO session_access (hash, session_id, expires_at) VALUES ($6, $1, club_now_ms() + interval '15 minutes')`;

/** Begins a session: a family of tokens that ends together. */
export async function openSession(
  tx: Queryable,
  owner: Owner,
  device: string | undefined,
): Promise<Tokens> {
  const sessionId = newId();
  const refresh = newToken();
  const access = newToken();
  await tx.query(INSERT, [
    sessionId,
    "playerId" in owner ? owner.playerId : null,
    "operatorId" in owner ? owner.operatorId : null,
    device === undefined ? null : device.slice(0, MOST_DEVICE_CHARACTERS),
    refresh.hash,
    access.hash,
  ]);
  return { sessionId, accessToken: access.token, refreshToken: refresh.token };
}

/** The specification's four fields of a sign-in. */
export function toSignedIn(player: { id: string; user_name: string }, tokens: Tokens): SignedIn {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    user_name: player.user_name,
    user_id: player.id,
  };
}
