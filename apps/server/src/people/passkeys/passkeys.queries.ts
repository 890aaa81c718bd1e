import type { Queryable } from "../../core/db/connect.ts";

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Passkeys of a player, newest first; index passkey_player, at most ten rows, no lock. */
export async function listPasskeyRows(db: Queryable, playerId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow & Record<string, unknown>>(
    `SELECT id, name, created_at, last_used_at FROM passkey WHERE player_id = $1 ORDER BY id DESC`,
    [playerId],
  );
  return rows;
}

/** Ids of a player's credentials: a device that has one does not make a second. */
export async function listCredentials(db: Queryable, playerId: string): Promise<Buffer[]> {
  const { rows } = await db.query<{ credential_id: Buffer }>(
    "SELECT credential_id FROM passkey WHERE player_id = $1 ORDER BY id",
    [playerId],
  );
  return rows.map((row) => row.credential_id);
}

export interface StoredKey {
  id: string;
  player_id: string;
  public_key: Buffer;
  rp_id: string;
}

/** By unique index, no lock. */
export async function findCredential(db: Queryable, credential: Buffer): Promise<StoredKey | null> {
  const { rows } = await db.query<StoredKey & Record<string, unknown>>(
    "SELECT id, player_id, public_key, rp_id FROM passkey WHERE credential_id = $1",
    [credential],
  );
  return rows[0] ?? null;
}

const INSERT = `
  INSERT INTO passkey (id, player_id, credential_id, public_key, rp_id, sign_count, name)
  SELECT $1, p.id, $3, $4, $5, $6, $7
  FROM (SELECT id FROM player WHERE id = $2 FOR NO KEY UPDATE) p
  WHERE (SELECT count(*) FROM passkey k WHERE k.player_id = p.id) < $8
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING id, name, created_at, last_used_at`;

export interface NewPasskey {
  id: string;
  playerId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  rpId: string;
  signCount: number;
  name: string;
}

/** Null when the player has `most` already, or the credential is known. Locks the player's row. */
export async function insertPasskey(
  tx: Queryable,
  key: NewPasskey,
  most: number,
): Promise<PasskeyRow | null> {
  const { rows } = await tx.query<PasskeyRow & Record<string, unknown>>(INSERT, [
    key.id,
    key.playerId,
    key.credentialId,
    key.publicKey,
    key.rpId,
    key.signCount,
    key.name,
    most,
  ]);
  return rows[0] ?? null;
}

const USE = `
  UPDATE passkey SET sign_count = $2, last_used_at = club_now_ms()
  WHERE id = $1 AND ($2 > sign_count OR ($2 = 0 AND sign_count = 0))`;

/** False if the counter did not increase: then the key has been copied. */
export async function noteUse(tx: Queryable, id: string, signCount: number): Promise<boolean> {
  const { rowCount } = await tx.query(USE, [id, signCount]);
  return rowCount === 1;
}

/** False where the player has no such passkey. */
export async function removePasskey(db: Queryable, playerId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query("DELETE FROM passkey WHERE id = $2 AND player_id = $1", [
    playerId,
    id,
  ]);
  return rowCount === 1;
}

/** Whether the session began less than ten minutes ago: its holder has just proved who he is. */
export async function isJustSignedIn(db: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_new: boolean }>(
    "SELECT created_at > club_now() - interval '10 minutes' AS is_new FROM session WHERE id = $1",
    [sessionId],
  );
  return rows[0]?.is_new === true;
}
