import type { KeyScope } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow } from "../../core/db/statements.ts";

export interface ApiKeyRow extends Record<string, unknown> {
  id: string;
  name: string;
  scopes: KeyScope[];
  hint: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  state: "active" | "expired" | "revoked";
}

const SELECT = `
  SELECT k.id, k.name, k.scopes, k.hint, o.user_name AS created_by, k.created_at, k.expires_at, k.last_used_at,
    CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= club_now() THEN 'expired' ELSE 'active' END AS state
  FROM api_key k JOIN operator o ON o.id = k.created_by`;
const ALL = `${SELECT} ORDER BY k.id DESC LIMIT 200`;
const ONE = `${SELECT} WHERE k.id = $1`;

export const listKeyRows = manyRows<ApiKeyRow>(ALL);

export const readKey = oneRow<ApiKeyRow, [id: string]>(ONE);

export const insertKey = command<{
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  hash: Buffer;
  hint: string;
  operatorId: string;
  days: number;
}>(
  `INSERT INTO api_key (id, name, scopes, hash, hint, created_by, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, club_now_ms() + make_interval(days => $7))`,
  ["id", "name", "scopes", "hash", "hint", "operatorId", "days"],
);

export const markRevoked = command<[id: string, operatorId: string]>(
  "UPDATE api_key SET revoked_by = $2, revoked_at = club_now_ms() WHERE id = $1 AND revoked_at IS NULL",
);

/**
 * A valid key, by its hash; its use is recorded, to the minute. Whether its maker is still an owner
 * does not matter: revoking a key is a separate act.
 */
export async function useKey(
  db: Queryable,
  hash: Buffer,
): Promise<{ id: string; name: string; scopes: KeyScope[] } | null> {
  const { rows } = await db.query<{
    id: string;
    name: string;
    scopes: KeyScope[];
    is_stale: boolean;
  }>(
    `SELECT id, name, scopes, (last_used_at IS NULL OR last_used_at < club_now() - interval '1 minute') AS is_stale
     FROM api_key WHERE hash = $1 AND revoked_at IS NULL AND expires_at > club_now()`,
    [hash],
  );
  const key = rows[0];
  if (key === undefined) return null;
  if (key.is_stale) {
    await db.query("UPDATE api_key SET last_used_at = club_now_ms() WHERE id = $1", [key.id]);
  }
  return { id: key.id, name: key.name, scopes: key.scopes };
}
