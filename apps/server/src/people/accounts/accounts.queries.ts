import type { Queryable } from "../../core/db/connect.ts";
import type { PasswordSet } from "../protection/reality-check.ts";

/** What sign-in needs to know of a player. */
export interface Credentials {
  id: string;
  user_name: string;
  password_hash: string;
  status: "active" | "frozen" | "closed";
  is_adult: boolean;
  birth_cipher: Buffer | null;
}

const CREDENTIALS =
  "SELECT id, user_name, password_hash, status, is_adult, birth_cipher FROM player";
const BY_NAME = `${CREDENTIALS} WHERE user_name_key = $1`;
const BY_ID = `${CREDENTIALS} WHERE id = $1`;
const HELD_BY_ID = `${CREDENTIALS} WHERE id = $1 FOR NO KEY UPDATE`;
const BY_PHONE = `${CREDENTIALS} WHERE phone_hash = $1`;

/** By unique index, no lock. */
export async function findByName(db: Queryable, nameKey: string): Promise<Credentials | null> {
  const { rows } = await db.query<Credentials & Record<string, unknown>>(BY_NAME, [nameKey]);
  return rows[0] ?? null;
}

/** By primary key, no lock. */
export async function findById(db: Queryable, id: string): Promise<Credentials | null> {
  const { rows } = await db.query<Credentials & Record<string, unknown>>(BY_ID, [id]);
  return rows[0] ?? null;
}

/** The same, with the player's row held until the transaction ends. */
export async function holdById(tx: Queryable, id: string): Promise<Credentials | null> {
  const { rows } = await tx.query<Credentials & Record<string, unknown>>(HELD_BY_ID, [id]);
  return rows[0] ?? null;
}

/** By unique index, no lock. */
export async function findByPhone(db: Queryable, phoneHash: Buffer): Promise<Credentials | null> {
  const { rows } = await db.query<Credentials & Record<string, unknown>>(BY_PHONE, [phoneHash]);
  return rows[0] ?? null;
}

/** Stores the same password hashed with today's parameters. Locks the player's row. */
export async function renewHash(tx: Queryable, id: string, passwordHash: string): Promise<void> {
  await tx.query("UPDATE player SET password_hash = $2 WHERE id = $1", [id, passwordHash]);
}

const SET_PASSWORD: Readonly<Record<PasswordSet, string>> = {
  changed:
    "UPDATE player SET password_hash = $2, password_changed_at = club_now_ms() WHERE id = $1 AND password_hash = coalesce($3, password_hash)",
  reset:
    "UPDATE player SET password_hash = $2, password_reset_at = club_now_ms() WHERE id = $1 AND password_hash = coalesce($3, password_hash)",
};

/**
 * Locks the player's row. False where the password is no longer the one that was shown.
 *
 * @param to - `instead`: the hash of the password that was shown, if one was.
 */
export async function setPassword(
  tx: Queryable,
  id: string,
  to: { passwordHash: string; how: PasswordSet; instead?: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(SET_PASSWORD[to.how], [
    id,
    to.passwordHash,
    to.instead ?? null,
  ]);
  return rowCount === 1;
}

export interface ProfileRow {
  id: string;
  user_name: string;
  full_name: string | null;
  birth_cipher: Buffer | null;
  home_cipher: Buffer | null;
  phone_cipher: Buffer | null;
  email_cipher: Buffer | null;
  email_proved_at: Date | null;
  is_adult: boolean;
  language: string;
  invite_code: string;
  has_bet: boolean;
  created_at: Date;
}

const PROFILE = `
  SELECT id, user_name, full_name, birth_cipher, home_cipher, phone_cipher, email_cipher, email_proved_at, is_adult, language, invite_code, created_at,
    EXISTS (SELECT FROM wager w WHERE w.player_id = player.id) AS has_bet
  FROM player WHERE id = $1`;

/** By primary key; `isLocked` takes the row for a change. */
export async function readProfile(
  db: Queryable,
  id: string,
  isLocked = false,
): Promise<ProfileRow> {
  const { rows } = await db.query<ProfileRow & Record<string, unknown>>(
    isLocked ? `${PROFILE} FOR NO KEY UPDATE` : PROFILE,
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("A session without a player.");
  return row;
}

/** The identity is unchecked again. The caller holds the player's row. */
export async function forgetIdentity(tx: Queryable, playerId: string): Promise<void> {
  await tx.query(
    "UPDATE player SET identity_checked_at = NULL WHERE id = $1 AND identity_checked_at IS NOT NULL",
    [playerId],
  );
}

/** Writes what changed; null leaves a field as it is. */
export async function writeProfile(
  tx: Queryable,
  id: string,
  change: {
    fullName: string | null;
    birthCipher: Buffer | null;
    isAdult: boolean;
    language: string | null;
    homeCipher: Buffer | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE player SET full_name = coalesce($2, full_name), birth_cipher = coalesce($3, birth_cipher),
       is_adult = is_adult OR $4, language = coalesce($5, language), home_cipher = coalesce($6, home_cipher)
     WHERE id = $1`,
    [id, change.fullName, change.birthCipher, change.isAdult, change.language, change.homeCipher],
  );
}

export interface SessionRow {
  id: string;
  device: string | null;
  created_at: Date;
  last_action_at: Date;
}

/** Sessions that have not ended, newest first, 50 at most; index session_player, no lock. */
export async function listOpenSessions(db: Queryable, playerId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow & Record<string, unknown>>(
    `SELECT id, device, created_at, last_action_at FROM session
     WHERE player_id = $1 AND ended_at IS NULL AND last_action_at > club_now() - interval '30 days'
     ORDER BY id DESC LIMIT 50`,
    [playerId],
  );
  return rows;
}

export interface Pulse {
  now: Date;
  session_seconds: number;
  net_result_cents: bigint;
  net_today_cents: bigint;
}

/**
 * Time and net result since the session's last pause: later postings of the player's cash whose
 * entry is of betting (its other side is no bank, shop or adjustment). Index posting_account_id.
 * For the club's day: what came back for the bets accepted in it, less their cost, as the loss
 * limit counts.
 */
const PULSE = `
  SELECT club_now_ms() AS now,
    greatest(0, floor(extract(epoch FROM club_now() - s.active_since)))::int AS session_seconds,
    coalesce((
      SELECT sum(p.amount_cents) FROM posting p
      WHERE p.account_id = w.cash_account AND p.id > s.active_from_posting
        AND NOT EXISTS (SELECT FROM posting q JOIN account a ON a.id = q.account_id
          WHERE q.entry_id = p.entry_id AND a.kind IN ('bank_clearing', 'adjustments', 'shop_sales', 'held', 'bonus'))
    ), 0)::bigint AS net_result_cents,
    coalesce((
      SELECT sum(coalesce(r.credited, 0) - b.cost_cents) FROM wager b
      LEFT JOIN LATERAL (SELECT sum(amount_cents) AS credited FROM wager_credit c WHERE c.bet_id = b.id) r ON true
      WHERE b.player_id = s.player_id AND b.id >= uuid_floor(d.start - interval '1 day') AND b.accepted_at >= d.start
    ), 0)::bigint AS net_today_cents
  FROM session s JOIN wallet w ON w.player_id = s.player_id
  CROSS JOIN (SELECT date_trunc('day', club_now() AT TIME ZONE time_zone) AT TIME ZONE time_zone AS start FROM club) d
  WHERE s.id = $1`;

export async function readPulse(db: Queryable, sessionId: string): Promise<Pulse | null> {
  const { rows } = await db.query<Pulse & Record<string, unknown>>(
    { name: "heartbeat", text: PULSE },
    [sessionId],
  );
  return rows[0] ?? null;
}
