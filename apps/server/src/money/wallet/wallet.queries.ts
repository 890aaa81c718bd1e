import type { Queryable } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";

export interface KeyRow {
  kind: string;
  body_hash: Buffer;
  answer: unknown;
}

/** What a key was used for, or null. The caller holds the player's lock. Served by the primary key. */
export const findKey = oneRow<
  KeyRow,
  [playerId: string, key: string]
>(`SELECT kind, body_hash, answer FROM idempotency WHERE player_id = $1 AND key = $2
     UNION ALL SELECT 'bet', fingerprint, NULL FROM bet WHERE player_id = $1 AND idem_key = $2`);

/** Stores the answer of a key. The caller holds the player's lock and found the key unused. */
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
