import type { Queryable } from "../../core/db/connect.ts";
import {
  changesOne,
  command,
  hasRow,
  manyRows,
  oneRow,
  oneValue,
} from "../../core/db/statements.ts";

export interface OperatorPasskeyRow extends Record<string, unknown> {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Passkeys of an operator, newest first; index operator_passkey_operator, at most ten rows, no lock. */
export const listOperatorPasskeys = manyRows<OperatorPasskeyRow, [operatorId: string]>(
  "SELECT id, name, created_at, last_used_at FROM operator_passkey WHERE operator_id = $1 ORDER BY id DESC",
);

/** Credentials of an operator that are good for this host; the same index. */
export async function listOperatorCredentials(
  db: Queryable,
  operatorId: string,
  rpId: string,
): Promise<string[]> {
  const { rows } = await db.query<{ credential_id: Buffer }>(
    "SELECT credential_id FROM operator_passkey WHERE operator_id = $1 AND rp_id = $2 ORDER BY id",
    [operatorId, rpId],
  );
  return rows.map((row) => row.credential_id.toString("base64url"));
}

export const hasOperatorPasskey = hasRow<[operatorId: string]>(
  "SELECT FROM operator_passkey WHERE operator_id = $1 LIMIT 1",
);

export interface StoredOperatorKey extends Record<string, unknown> {
  id: string;
  public_key: Buffer;
  rp_id: string;
}

/** Null for another operator's credential. By unique index, no lock. */
export const findOperatorKey = oneRow<StoredOperatorKey, [operatorId: string, credential: Buffer]>(
  "SELECT id, public_key, rp_id FROM operator_passkey WHERE credential_id = $2 AND operator_id = $1",
);

export interface NewOperatorPasskey {
  id: string;
  operatorId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  rpId: string;
  signCount: number;
  name: string;
}

const INSERT = `
  INSERT INTO operator_passkey (id, operator_id, credential_id, public_key, rp_id, sign_count, name)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE (SELECT count(*) FROM operator_passkey k WHERE k.operator_id = $2) < $8
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING id, name, created_at, last_used_at`;

/**
 * Null if the operator has `most` already, or the credential is known. The caller holds the lock of
 * the operator's row.
 */
export async function insertOperatorPasskey(
  tx: Queryable,
  key: NewOperatorPasskey,
  most: number,
): Promise<OperatorPasskeyRow | null> {
  const { rows } = await tx.query<OperatorPasskeyRow>(INSERT, [
    key.id,
    key.operatorId,
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
  UPDATE operator_passkey SET sign_count = $2, last_used_at = club_now_ms()
  WHERE id = $1 AND ($2 > sign_count OR ($2 = 0 AND sign_count = 0))`;

/** False if the counter did not increase: then the key has been copied. */
export const noteOperatorKeyUse = changesOne<[id: string, signCount: number]>(USE);

/** The name of what was taken away; null where the operator has no such passkey. */
export const deleteOperatorKey = oneValue<string, [operatorId: string, id: string]>(
  "DELETE FROM operator_passkey WHERE id = $2 AND operator_id = $1 RETURNING name",
);

/**
 * Serialises changes of one operator's factors: otherwise two at once could remove both of the last
 * two.
 */
export const lockOperator = command<[operatorId: string]>(
  "SELECT FROM operator WHERE id = $1 FOR NO KEY UPDATE",
);
