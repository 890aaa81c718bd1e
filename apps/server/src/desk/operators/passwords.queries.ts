import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";

export const setOperatorPassword = command<[operatorId: string, passwordHash: string]>(
  "UPDATE operator SET password_hash = $2 WHERE id = $1",
);

/**
 * Makes a link that works for a day, and returns when it expires; older links end. The caller holds
 * the operator's lock.
 */
export async function insertLink(
  tx: Queryable,
  link: { id: string; operatorId: string; hash: Buffer; by: string },
): Promise<Date> {
  await endLinks(tx, link.operatorId);
  const { rows } = await tx.query<{ expires_at: Date }>(
    `INSERT INTO operator_password_link (id, operator_id, token_hash, made_by, made_at, expires_at)
     SELECT $1, $2, $3, $4, n.at, n.at + interval '24 hours' FROM (SELECT club_now_ms() AS at) n
     RETURNING expires_at`,
    [link.id, link.operatorId, link.hash, link.by],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert returns its row");
  return row.expires_at;
}

/**
 * Whose password a link sets, under the operator's lock: of two requests that use it at once, one
 * succeeds.
 */
const OPEN = `
  SELECT o.id, o.user_name FROM operator o
  WHERE o.status = 'active' AND o.id = (SELECT operator_id FROM operator_password_link WHERE token_hash = $1)
  FOR UPDATE`;
const IS_OPEN = `
  SELECT FROM operator_password_link WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > club_now()`;

/** Null: unknown, used, expired, or of somebody who is locked out. */
export async function openLink(
  tx: Queryable,
  hash: Buffer,
): Promise<{ id: string; user_name: string } | null> {
  // Looks again after taking the lock: whoever had it before us may have ended the link.
  const { rows } = await tx.query<{ id: string; user_name: string }>(OPEN, [hash]);
  const { rows: open } = await tx.query(IS_OPEN, [hash]);
  return open.length === 1 ? (rows[0] ?? null) : null;
}

/** Ends all links of an operator. */
export const endLinks = command<[operatorId: string]>(
  "UPDATE operator_password_link SET ended_at = club_now_ms() WHERE operator_id = $1 AND ended_at IS NULL",
);
