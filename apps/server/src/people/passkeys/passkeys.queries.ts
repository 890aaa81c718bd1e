import type { Queryable } from "../../core/db/connect.ts";
import { changesOne, manyRows, manyValues, oneRow } from "../../core/db/statements.ts";

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Passkeys of a player, newest first; index passkey_player, at most ten rows, no lock. */
export const listPasskeyRows = manyRows<PasskeyRow, [playerId: string]>(
  `SELECT id, name, created_at, last_used_at FROM passkey WHERE player_id = $1 ORDER BY id DESC`,
);

/** Ids of a player's credentials: a device that has one does not make a second. */
export const listCredentials = manyValues<Buffer, [playerId: string]>(
  "SELECT credential_id FROM passkey WHERE player_id = $1 ORDER BY id",
);

export interface StoredKey {
  id: string;
  player_id: string;
  public_key: Buffer;
  rp_id: string;
}

/** By unique index, no lock. */
export const findCredential = oneRow<StoredKey, [credential: Buffer]>(
  "SELECT id, player_id, public_key, rp_id FROM passkey WHERE credential_id = $1",
);

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
export const noteUse = changesOne<[id: string, signCount: number]>(USE);

/** False where the player has no such passkey. */
export const removePasskey = changesOne<[playerId: string, id: string]>(
  "DELETE FROM passkey WHERE id = $2 AND player_id = $1",
);

/**
 * Whether the session began less than ten minutes ago, so that its holder has just been
 * authenticated.
 */
export async function isJustSignedIn(db: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_new: boolean }>(
    "SELECT created_at > club_now() - interval '10 minutes' AS is_new FROM session WHERE id = $1",
    [sessionId],
  );
  return rows[0]?.is_new === true;
}
