import type { Queryable } from "../../core/db/connect.ts";
import type { IdentityNews, IdentityStatus } from "./identity-adapter.ts";

/** Players whom nobody has asked about, of whom enough is known, the oldest first. */
export async function listUnasked(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT p.id FROM player p CROSS JOIN club c
     WHERE c.identity_rule <> 'none' AND p.identity_checked_at IS NULL AND p.status = 'active' AND NOT p.is_demo
       AND p.full_name IS NOT NULL AND p.birth_cipher IS NOT NULL
       AND NOT EXISTS (SELECT FROM identity_check i WHERE i.player_id = p.id)
     ORDER BY p.id LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/** Whether the club checks identities and this one is not checked. */
export async function isNeeded(db: Queryable, playerId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_needed: boolean }>(
    `SELECT c.identity_rule <> 'none' AND p.identity_checked_at IS NULL AS is_needed
     FROM player p CROSS JOIN club c WHERE p.id = $1`,
    [playerId],
  );
  return rows[0]?.is_needed ?? false;
}

/** Writes down what will be asked; the same person is asked about once. */
export async function insertCheck(
  tx: Queryable,
  row: { id: string; playerId: string; provider: string; hash: Buffer; sealed: Buffer },
): Promise<void> {
  await tx.query(
    `INSERT INTO identity_check (id, player_id, provider, asked_hash, sealed) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [row.id, row.playerId, row.provider, row.hash, row.sealed],
  );
}

export interface DueCheck {
  readonly id: string;
  readonly player_id: string;
  readonly sealed: Buffer;
  readonly attempts: number;
}

/** Claims what is to be asked, for one try each; who is killed meanwhile leaves it due a minute later. */
export async function claimChecks(
  db: Queryable,
  claim: { provider: string; most: number },
): Promise<DueCheck[]> {
  const { rows } = await db.query<DueCheck & Record<string, unknown>>(
    `UPDATE identity_check SET attempts = attempts + 1, next_at = club_now_ms() + interval '60 seconds'
     WHERE id IN (SELECT id FROM identity_check WHERE status = 'asking' AND next_at <= club_now()
         AND provider = $1 AND sealed IS NOT NULL
       ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, player_id, sealed, attempts`,
    [claim.provider, claim.most],
  );
  return rows;
}

/** The try told nothing. */
export async function noteFailure(
  db: Queryable,
  note: { id: string; failure: string; waitS: number },
): Promise<void> {
  await db.query(
    `UPDATE identity_check SET failure = $2, next_at = club_now_ms() + make_interval(secs => $3)
     WHERE id = $1 AND status = 'asking'`,
    [note.id, note.failure, note.waitS],
  );
}

/** What was decided; false: it was decided before. The caller holds the player's lock. */
export async function noteStatus(
  tx: Queryable,
  note: { id: string; checkId: string | null; status: IdentityStatus },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE identity_check SET status = $3, check_id = coalesce($2, check_id), failure = NULL,
       answered_at = CASE WHEN $3 <> 'review' THEN club_now_ms() END
     WHERE id = $1 AND status IN ('asking', 'review')`,
    [note.id, note.checkId, note.status],
  );
  return rowCount === 1;
}

export async function findCheck(
  db: Queryable,
  checkId: string,
): Promise<{ id: string; player_id: string; provider: string } | null> {
  const { rows } = await db.query<{ id: string; player_id: string; provider: string }>(
    "SELECT id, player_id, provider FROM identity_check WHERE check_id = $1 ORDER BY id DESC LIMIT 1",
    [checkId],
  );
  return rows[0] ?? null;
}

/** Keeps a notice; false: it came before. */
export async function keepNotice(
  tx: Queryable,
  news: IdentityNews,
  outcome: "taken" | "repeat" | "unknown" | "late",
): Promise<void> {
  await tx.query(
    `INSERT INTO identity_notice (id, check_id, status, outcome) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [news.noticeId, news.decided?.checkId ?? "", news.decided?.status ?? "", outcome],
  );
}

export async function isNoticeKept(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query("SELECT FROM identity_notice WHERE id = $1", [id]);
  return rows.length > 0;
}

export interface CheckRow {
  readonly provider: string;
  readonly status: IdentityStatus | "asking";
  readonly check_id: string | null;
  readonly asked_at: Date;
  readonly answered_at: Date | null;
  readonly failure: string | null;
}

/** What a checker was asked of a player, the newest first. */
export async function listChecks(db: Queryable, playerId: string): Promise<CheckRow[]> {
  const { rows } = await db.query<CheckRow & Record<string, unknown>>(
    `SELECT provider, status, check_id, asked_at, answered_at, failure FROM identity_check
     WHERE player_id = $1 ORDER BY id DESC LIMIT 20`,
    [playerId],
  );
  return rows;
}
