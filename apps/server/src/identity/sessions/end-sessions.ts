import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";

export type EndReason =
  | "signout"
  | "password"
  | "freeze"
  | "exclusion"
  | "deleted"
  | "closed"
  | "factor"
  | "revoked";

const END_ONE = `
  UPDATE session SET ended_at = club_now_ms(), end_reason = $3
  WHERE id = $1 AND (player_id = $2 OR operator_id = $2) AND ended_at IS NULL`;

const END_ALL = `
  UPDATE session SET ended_at = club_now_ms(), end_reason = $2
  WHERE (player_id = $1 OR operator_id = $1) AND ended_at IS NULL`;

const END_OTHERS = `${END_ALL} AND id <> $3`;

/** Ends one session of a person; false where there is none. Call `ctx.sessions.forget` after it. */
export async function endSession(
  db: Queryable,
  session: { id: string; personId: string },
  reason: EndReason,
): Promise<boolean> {
  const { rowCount } = await db.query(END_ONE, [session.id, session.personId, reason]);
  return rowCount === 1;
}

/** Ends all sessions of a player or operator. Call `ctx.sessions.forget` when it has committed. */
export const endSessions = command<[personId: string, reason: EndReason]>(END_ALL);

/** Ends all sessions of a person but one. Call `ctx.sessions.forget` when it has committed. */
export const endOtherSessions = command<{ keep: string; reason: EndReason }, [personId: string]>(
  END_OTHERS,
  ["reason", "keep"],
);

const FORGET = `
  DELETE FROM session WHERE id IN (SELECT id FROM session
    WHERE last_action_at < club_now() - interval '31 days' OR ended_at < club_now() - interval '31 days'
    ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
const FORGET_ACCESS = `
  DELETE FROM session_access WHERE hash IN (SELECT hash FROM session_access
    WHERE expires_at < club_now() - interval '1 hour' LIMIT 5000 FOR UPDATE SKIP LOCKED)`;

/** Deletes what can never be used again, a batch at a time; a job of every few minutes. */
export async function forgetOldSessions(db: Queryable): Promise<void> {
  await db.query(FORGET_ACCESS);
  await db.query(FORGET);
}
