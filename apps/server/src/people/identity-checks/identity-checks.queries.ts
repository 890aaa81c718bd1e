import type { Queryable } from "../../core/db/connect.ts";
import type { IdentityNews, IdentityStatus } from "./identity-adapter.ts";
import {
  changesOne,
  command,
  hasRow,
  manyRows,
  manyValues,
  oneRow,
  oneValue,
} from "../../core/db/statements.ts";

/** Players who have not been checked yet and whose details are complete, the oldest first. */
export const listUnasked = manyValues<
  string,
  [limit: number]
>(`SELECT p.id FROM player p CROSS JOIN club c
     WHERE c.identity_rule <> 'none' AND p.identity_checked_at IS NULL AND p.status = 'active' AND NOT p.is_demo
       AND p.full_name IS NOT NULL AND p.birth_cipher IS NOT NULL
       AND NOT EXISTS (SELECT FROM identity_check i WHERE i.player_id = p.id)
     ORDER BY p.id LIMIT $1`);

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
export const insertCheck = command<{
  id: string;
  playerId: string;
  provider: string;
  hash: Buffer;
  sealed: Buffer;
}>(
  `INSERT INTO identity_check (id, player_id, provider, asked_hash, sealed) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ["id", "playerId", "provider", "hash", "sealed"],
);

/** Whether a checker once verified this very person. */
export const isVerified = hasRow<[playerId: string, hash: Buffer]>(
  "SELECT FROM identity_check WHERE player_id = $1 AND asked_hash = $2 AND status = 'verified'",
);

/** By what a check's person is known again, or null. */
export const hashOfCheck = oneValue<Buffer, [id: string]>(
  "SELECT asked_hash FROM identity_check WHERE id = $1",
);

export interface DueCheck {
  readonly id: string;
  readonly player_id: string;
  readonly sealed: Buffer;
  readonly attempts: number;
}

/**
 * Claims due checks for one attempt each; if the process is killed, they are due again a minute
 * later.
 */
export const claimChecks = manyRows<DueCheck, { provider: string; most: number }>(
  `UPDATE identity_check SET attempts = attempts + 1, next_at = club_now_ms() + interval '60 seconds'
     WHERE id IN (SELECT id FROM identity_check WHERE status = 'asking' AND next_at <= club_now()
         AND provider = $1 AND sealed IS NOT NULL
       ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, player_id, sealed, attempts`,
  ["provider", "most"],
);

/** The try told nothing. */
export const noteFailure = command<{ id: string; failure: string; waitS: number }>(
  `UPDATE identity_check SET failure = $2, next_at = club_now_ms() + make_interval(secs => $3)
     WHERE id = $1 AND status = 'asking'`,
  ["id", "failure", "waitS"],
);

/** Stores the result; false if there was one before. The caller holds the player's lock. */
export const noteStatus = changesOne<{
  id: string;
  checkId: string | null;
  status: IdentityStatus;
}>(
  `UPDATE identity_check SET status = $3, check_id = coalesce($2, check_id), failure = NULL,
       answered_at = CASE WHEN $3 <> 'review' THEN club_now_ms() END
     WHERE id = $1 AND status IN ('asking', 'review')`,
  ["id", "checkId", "status"],
);

export const findCheck = oneRow<
  { id: string; player_id: string; provider: string },
  [checkId: string]
>(
  "SELECT id, player_id, provider FROM identity_check WHERE check_id = $1 ORDER BY id DESC LIMIT 1",
);

/** Until the transaction ends: an answer and a notice of one check come one after the other. */
export const lockCheckId = command<[checkId: string]>(
  "SELECT pg_advisory_xact_lock(hashtextextended('identity check ' || $1, 9))",
);

/** What a notice decided of a check before the club knew that the check is its own; null: nothing. */
export const decidedBefore = oneValue<
  IdentityStatus,
  [checkId: string]
>(`SELECT status FROM identity_notice
     WHERE check_id = $1 AND outcome = 'unknown' AND status <> 'review' ORDER BY at DESC, id DESC LIMIT 1`);

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

export const isNoticeKept = hasRow<[id: string]>("SELECT FROM identity_notice WHERE id = $1");

export interface CheckRow {
  readonly provider: string;
  readonly status: IdentityStatus | "asking";
  readonly check_id: string | null;
  readonly asked_at: Date;
  readonly answered_at: Date | null;
  readonly failure: string | null;
}

/** What a checker was asked of a player, the newest first. */
export const listChecks = manyRows<
  CheckRow,
  [playerId: string]
>(`SELECT provider, status, check_id, asked_at, answered_at, failure FROM identity_check
     WHERE player_id = $1 ORDER BY id DESC LIMIT 20`);
