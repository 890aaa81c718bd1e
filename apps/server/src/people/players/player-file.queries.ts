import { command, manyRows, manyValues, oneRow, oneValue } from "../../core/db/statements.ts";

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
export const listDevices = manyRows<DeviceRow, [playerId: string]>(`
  SELECT id, device, created_at, last_action_at, ended_at, end_reason FROM session
  WHERE player_id = $1 ORDER BY id DESC LIMIT 20`);

export interface SeenWithRow extends Record<string, unknown> {
  id: string;
  user_name: string;
  shares: ("address" | "device" | "bank_account")[];
}

/** Players who share an address, a device or a bank account. Served by player_trace_hash and bank_card_account. */
export const listSeenWith = manyRows<SeenWithRow, [playerId: string]>(`
  SELECT p.id, p.user_name, array_agg(DISTINCT s.kind ORDER BY s.kind) AS shares FROM (
    SELECT o.player_id, o.kind FROM player_trace own JOIN player_trace o ON o.kind = own.kind AND o.hash = own.hash
    WHERE own.player_id = $1
    UNION ALL
    SELECT o.player_id, 'bank_account' FROM bank_card own JOIN bank_card o ON o.account_hash = own.account_hash
    WHERE own.player_id = $1) s
  JOIN player p ON p.id = s.player_id
  WHERE p.id <> $1 GROUP BY p.id, p.user_name ORDER BY count(DISTINCT s.kind) DESC, p.id LIMIT 20`);

export const readPhone = oneValue<Buffer, [playerId: string]>(
  "SELECT phone_cipher FROM player WHERE id = $1",
);

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
export const listNotes = manyRows<NoteRow, [playerId: string]>(OF_PLAYER);

export const openToken = oneRow<NoteRow, [id: string]>(ONE_NOTE);

export const insertNote = command<{
  id: string;
  playerId: string;
  operatorId: string;
  text: string;
}>("INSERT INTO player_note (id, player_id, operator_id, text) VALUES ($1, $2, $3, $4)", [
  "id",
  "playerId",
  "operatorId",
  "text",
]);

/** Whose a bet is, of races or sports: by its id. */
export const findBettorById = manyValues<string, [betId: string]>(
  "SELECT player_id FROM wager WHERE id = $1",
);

/**
 * The players whose bets carry a receipt's number. The number is 50 bits of the id and is not
 * indexed, since an index would cost every bet. All bets are scanned, which only a search for a
 * receipt pays for.
 */
export const findBettorByReceipt = manyValues<string, [bits: bigint]>(`
  SELECT DISTINCT player_id FROM wager
  WHERE ('x' || lpad(right(id::text, 12), 16, '0'))::bit(64)::bigint = $1::bigint & 281474976710655
    AND ('x' || lpad(substr(id::text, 23, 1), 16, '0'))::bit(64)::bigint & 3 = $1::bigint >> 48`);
