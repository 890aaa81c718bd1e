import type { Queryable } from "../../core/db/connect.ts";

/** What the desk keeps about a player beside money and bets. */

export interface DeviceRow extends Record<string, unknown> {
  id: string;
  device: string | null;
  created_at: Date;
  last_action_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

/** The newest sign-ins of a player, including sessions that have ended. */
export async function listDevices(db: Queryable, playerId: string): Promise<DeviceRow[]> {
  const { rows } = await db.query<DeviceRow>(
    `SELECT id, device, created_at, last_action_at, ended_at, end_reason FROM session
     WHERE player_id = $1 ORDER BY id DESC LIMIT 20`,
    [playerId],
  );
  return rows;
}

export interface SeenWithRow extends Record<string, unknown> {
  id: string;
  user_name: string;
  shares: ("address" | "device" | "bank_account")[];
}

/** Players who share an address, a device or a bank account. Served by player_trace_hash and bank_card_account. */
export async function listSeenWith(db: Queryable, playerId: string): Promise<SeenWithRow[]> {
  const { rows } = await db.query<SeenWithRow>(
    `SELECT p.id, p.user_name, array_agg(DISTINCT s.kind ORDER BY s.kind) AS shares FROM (
       SELECT o.player_id, o.kind FROM player_trace own JOIN player_trace o ON o.kind = own.kind AND o.hash = own.hash
       WHERE own.player_id = $1
       UNION ALL
       SELECT o.player_id, 'bank_account' FROM bank_card own JOIN bank_card o ON o.account_hash = own.account_hash
       WHERE own.player_id = $1) s
     JOIN player p ON p.id = s.player_id
     WHERE p.id <> $1 GROUP BY p.id, p.user_name ORDER BY count(DISTINCT s.kind) DESC, p.id LIMIT 20`,
    [playerId],
  );
  return rows;
}

export async function readPhone(db: Queryable, playerId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ phone_cipher: Buffer | null }>(
    "SELECT phone_cipher FROM player WHERE id = $1",
    [playerId],
  );
  return rows[0]?.phone_cipher ?? null;
}

export interface NoteRow extends Record<string, unknown> {
  id: string;
  text: string;
  operator: string;
  created_at: Date;
}

const NOTES = `
  SELECT n.id, n.text, o.user_name AS operator, n.created_at FROM player_note n JOIN operator o ON o.id = n.operator_id`;
const OF_PLAYER = `${NOTES} WHERE n.player_id = $1 ORDER BY n.id DESC LIMIT 100`;
const ONE_NOTE = `${NOTES} WHERE n.id = $1`;

/** Newest first. Served by player_note_player. */
export async function listNotes(db: Queryable, playerId: string): Promise<NoteRow[]> {
  const { rows } = await db.query<NoteRow>(OF_PLAYER, [playerId]);
  return rows;
}

export async function openToken(db: Queryable, id: string): Promise<NoteRow | null> {
  const { rows } = await db.query<NoteRow>(ONE_NOTE, [id]);
  return rows[0] ?? null;
}

export async function insertNote(
  tx: Queryable,
  note: { id: string; playerId: string; operatorId: string; text: string },
): Promise<void> {
  await tx.query(
    "INSERT INTO player_note (id, player_id, operator_id, text) VALUES ($1, $2, $3, $4)",
    [note.id, note.playerId, note.operatorId, note.text],
  );
}

/** Whose a bet is, of races or sports: by its id. */
export async function findBettorById(db: Queryable, betId: string): Promise<string[]> {
  const { rows } = await db.query<{ player_id: string }>(
    "SELECT player_id FROM wager WHERE id = $1",
    [betId],
  );
  return rows.map((row) => row.player_id);
}

/**
 * The players whose bets carry a receipt's number. The number is 50 bits of the id and is not
 * indexed, since an index would cost every bet. All bets are scanned, which only a search for a
 * receipt pays for.
 */
export async function findBettorByReceipt(db: Queryable, bits: bigint): Promise<string[]> {
  const { rows } = await db.query<{ player_id: string }>(
    `SELECT DISTINCT player_id FROM wager
     WHERE ('x' || lpad(right(id::text, 12), 16, '0'))::bit(64)::bigint = $1::bigint & 281474976710655
       AND ('x' || lpad(substr(id::text, 23, 1), 16, '0'))::bit(64)::bigint & 3 = $1::bigint >> 48`,
    [bits],
  );
  return rows.map((row) => row.player_id);
}
