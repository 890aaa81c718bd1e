import type { Queryable } from "../../core/db/connect.ts";

export interface WalletRow {
  cash_cents: bigint;
  held_cents: bigint;
  bonus_cents: bigint;
}

/** A player's wallet, or null. Served by the primary key; takes no lock. */
export async function readWallet(db: Queryable, playerId: string): Promise<WalletRow | null> {
  const { rows } = await db.query<WalletRow>(
    "SELECT cash_cents, held_cents, bonus_cents FROM wallet WHERE player_id = $1",
    [playerId],
  );
  return rows[0] ?? null;
}

/**
 * Takes the player's lock, for the rest of the transaction; null for no such player. In a statement
 * of its own, so that what is read next is read after the wait.
 */
export async function lockWallet(tx: Queryable, playerId: string): Promise<WalletRow | null> {
  const { rows } = await tx.query<WalletRow>(
    `SELECT cash_cents, held_cents, bonus_cents FROM wallet WHERE player_id = $1 FOR NO KEY UPDATE`,
    [playerId],
  );
  return rows[0] ?? null;
}

export interface KeyRow {
  kind: string;
  body_hash: Buffer;
  answer: unknown;
}

/** What a key was used for, or null. The caller holds the player's lock. Served by the primary key. */
export async function findKey(
  tx: Queryable,
  playerId: string,
  key: string,
): Promise<KeyRow | null> {
  const { rows } = await tx.query<KeyRow>(
    `SELECT kind, body_hash, answer FROM idempotency WHERE player_id = $1 AND key = $2
     UNION ALL SELECT 'bet', fingerprint, NULL FROM bet WHERE player_id = $1 AND idem_key = $2`,
    [playerId, key],
  );
  return rows[0] ?? null;
}

/** Keeps the answer of a key. The caller holds the player's lock and found the key unused. */
export async function keepKey(
  tx: Queryable,
  playerId: string,
  row: KeyRow & { key: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO idempotency (player_id, key, kind, body_hash, answer) VALUES ($1, $2, $3, $4, $5)`,
    [playerId, row.key, row.kind, row.body_hash, JSON.stringify(row.answer)],
  );
}
