import type { Queryable } from "../../core/db/connect.ts";

export interface BankCardRow {
  player_id: string;
  bank_name: string;
  account_name: string;
  number_cipher: Buffer;
  last_digits: string;
  branch_code: string;
  swift_bic: string;
  currency: string;
  changed_at: Date;
  verified_at: Date | null;
}

const COLUMNS = `player_id, bank_name, account_name, number_cipher, last_digits, branch_code, swift_bic, currency,
  changed_at, verified_at`;

const READ = `SELECT ${COLUMNS} FROM bank_card WHERE player_id = $1`;

/** By primary key, no lock: whoever changes it holds the player's lock. */
export async function readBankCard(db: Queryable, playerId: string): Promise<BankCardRow | null> {
  const { rows } = await db.query<BankCardRow & Record<string, unknown>>(READ, [playerId]);
  return rows[0] ?? null;
}

/** Those of several players, each with its hash. By primary key. */
export async function readBankCards(
  db: Queryable,
  playerIds: readonly string[],
): Promise<(BankCardRow & { account_hash: Buffer })[]> {
  const { rows } = await db.query<BankCardRow & { account_hash: Buffer } & Record<string, unknown>>(
    READ_SOME,
    [playerIds],
  );
  return rows;
}

const READ_SOME = `SELECT ${COLUMNS}, account_hash FROM bank_card WHERE player_id = ANY ($1)`;

const WRITE = `
  INSERT INTO bank_card (player_id, bank_name, account_name, number_cipher, last_digits, account_hash, branch_code,
    swift_bic, currency)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (player_id) DO UPDATE SET bank_name = excluded.bank_name, account_name = excluded.account_name,
    number_cipher = excluded.number_cipher, last_digits = excluded.last_digits,
    account_hash = excluded.account_hash, branch_code = excluded.branch_code, swift_bic = excluded.swift_bic,
    currency = excluded.currency, changed_at = excluded.changed_at, verified_at = NULL, verified_by = NULL
  RETURNING ${COLUMNS}`;

/** Replaces the account with one that is not verified. The caller holds the player's lock. */
export async function writeBankCard(
  tx: Queryable,
  row: Omit<BankCardRow, "changed_at" | "verified_at"> & { account_hash: Buffer },
): Promise<BankCardRow> {
  const { rows } = await tx.query<BankCardRow & Record<string, unknown>>(WRITE, [
    row.player_id,
    row.bank_name,
    row.account_name,
    row.number_cipher,
    row.last_digits,
    row.account_hash,
    row.branch_code,
    row.swift_bic,
    row.currency,
  ]);
  return rows[0] as BankCardRow;
}

/** Marks the account as checked by the club. The caller holds the player's lock. */
export async function markVerified(
  tx: Queryable,
  playerId: string,
  operatorId: string,
): Promise<void> {
  await tx.query(
    `UPDATE bank_card SET verified_at = club_now_ms(), verified_by = $2
     WHERE player_id = $1 AND verified_at IS NULL`,
    [playerId, operatorId],
  );
}
