import type { Queryable } from "../../core/db/connect.ts";
import { command, hasRow, manyRows, manyValues, oneRow } from "../../core/db/statements.ts";

export type Occasion = "sign_up" | "sign_in" | "first_bet" | "profile" | "again";

/** One answer of a register, or that it did not answer. */
export interface AnswerRow {
  readonly id: string;
  readonly player_id: string | null;
  readonly provider: string;
  readonly occasion: Occasion;
  readonly asked_hash: Buffer;
  readonly answer: "no" | "yes" | "previously" | "none";
  readonly provider_id: string | null;
  readonly until: Date | null;
  readonly failure: string | null;
}

/** Keeps an answer as evidence; it is never changed. */
export const keepAnswer = command<AnswerRow>(
  `INSERT INTO exclusion_answer (id, player_id, provider, occasion, asked_hash, answer, provider_id, until, failure)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  [
    "id",
    "player_id",
    "provider",
    "occasion",
    "asked_hash",
    "answer",
    "provider_id",
    "until",
    "failure",
  ],
);

/** What registers answered about a player, the newest first. */
export const listAnswers = manyRows<
  AnswerRow & { at: Date },
  [playerId: string]
>(`SELECT provider, occasion, answer, provider_id, until, failure, at FROM exclusion_answer
     WHERE player_id = $1 ORDER BY id DESC LIMIT 20`);

export interface BarState {
  readonly bar: string | null;
  /** By the register, and not by the player alone. */
  readonly is_barred: boolean;
}

/** Whether a player is excluded, and by whom. */
export const readBarState = oneRow<
  BarState,
  [playerId: string]
>(`SELECT p.bar, coalesce(w.is_barred, false) AS is_barred
     FROM player p LEFT JOIN exclusion_watch w ON w.player_id = p.id WHERE p.id = $1`);

/**
 * Bars a player because a register says so; an exclusion of the player's own lasts at least as long
 * as it would have. The caller holds the player's lock.
 */
export async function writeRegisterBar(
  tx: Queryable,
  playerId: string,
  until: Date | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO exclusion_watch AS w (player_id, is_barred, own_until)
     SELECT id, true, CASE WHEN bar IS NOT NULL THEN bar_until END FROM player WHERE id = $1
     ON CONFLICT (player_id) DO UPDATE SET is_barred = true, due_at = NULL, attempts = 0,
       own_until = CASE WHEN w.is_barred THEN w.own_until ELSE excluded.own_until END`,
    [playerId],
  );
  await tx.query(
    `UPDATE player SET bar = 'exclusion', marketing = false, return_from = NULL, return_limits = NULL,
       bar_from = CASE WHEN bar = 'exclusion' THEN bar_from ELSE club_now_ms() END,
       bar_until = greatest(CASE WHEN bar = 'exclusion' THEN bar_until END, coalesce($2::timestamptz(3), 'infinity'))
     WHERE id = $1`,
    [playerId, until],
  );
}

/**
 * The register no longer lists the player: the exclusion ends now, or with the player's own one. As
 * with every exclusion, the player then has to ask to come back. The caller holds the player's
 * lock.
 */
export async function endRegisterBar(tx: Queryable, playerId: string): Promise<void> {
  await tx.query(
    `UPDATE player p SET bar_until = coalesce(w.own_until, club_now_ms())
     FROM exclusion_watch w WHERE w.player_id = p.id AND p.id = $1 AND w.is_barred AND p.bar = 'exclusion'`,
    [playerId],
  );
  await forgetWatch(tx, playerId);
}

/** Whether a register last named this player by these very facts. */
export const wasListedAs = hasRow<[playerId: string, askedHash: Buffer]>(
  `SELECT FROM (SELECT asked_hash FROM exclusion_answer WHERE player_id = $1 AND answer = 'yes' ORDER BY id DESC LIMIT 1) y
   WHERE y.asked_hash = $2`,
);

/** Nothing is owed about this player any more. */
export const forgetWatch = command<[playerId: string]>(
  "DELETE FROM exclusion_watch WHERE player_id = $1",
);

/** Asks again in so many seconds. */
export const askAgainIn = command<
  [playerId: string, seconds: number]
>(`INSERT INTO exclusion_watch AS w (player_id, due_at) VALUES ($1, club_now_ms() + make_interval(secs => $2))
     ON CONFLICT (player_id) DO UPDATE SET due_at = excluded.due_at, attempts = w.attempts + 1`);

/** Claims players that are due; a process killed meanwhile leaves them due a minute later. */
export const claimWatched = manyValues<
  string,
  [most: number]
>(`UPDATE exclusion_watch SET due_at = club_now_ms() + interval '60 seconds', attempts = attempts + 1
     WHERE player_id IN (SELECT player_id FROM exclusion_watch WHERE due_at <= club_now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING player_id`);
