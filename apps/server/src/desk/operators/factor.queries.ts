import type { Queryable } from "../../core/db/connect.ts";
import { changesOne, command, oneRow, theRow } from "../../core/db/statements.ts";

export interface FactorRow {
  sealed_secret: Buffer | null;
  pending_secret: Buffer | null;
  last_step: bigint;
  confirmed_at: Date | null;
  /** The database's clock, in seconds. */
  now_seconds: string;
}

const MAKE_FACTOR = "INSERT INTO operator_factor (operator_id) VALUES ($1) ON CONFLICT DO NOTHING";

const LOCK_FACTOR = `
  SELECT sealed_secret, pending_secret, last_step, confirmed_at, extract(epoch FROM club_now()) AS now_seconds
  FROM operator_factor WHERE operator_id = $1 FOR UPDATE`;

/**
 * Reads the factor under its lock, so that a code that arrives twice at once is accepted once.
 * Null: none was ever set up.
 */
export const lockFactor = oneRow<FactorRow, [operatorId: string]>(LOCK_FACTOR);

/** Stores a secret beside the current one, which stays valid until the new one is confirmed. */
export async function setPendingSecret(
  tx: Queryable,
  operatorId: string,
  sealed: Buffer,
): Promise<void> {
  await tx.query(MAKE_FACTOR, [operatorId]);
  await tx.query("UPDATE operator_factor SET pending_secret = $2 WHERE operator_id = $1", [
    operatorId,
    sealed,
  ]);
}

/** From now on the secret that was set up is the one that counts. */
export const confirmFactor = command<[operatorId: string, lastStep: number]>(`
  UPDATE operator_factor SET sealed_secret = pending_secret, pending_secret = NULL, last_step = $2,
  confirmed_at = club_now_ms() WHERE operator_id = $1`);

export const useStep = command<[operatorId: string, step: number]>(
  "UPDATE operator_factor SET last_step = $2 WHERE operator_id = $1",
);

/** False if there is no such code, or it was used before. */
export const useRecoveryCode = changesOne<[operatorId: string, hash: Buffer]>(`
  UPDATE operator_recovery_code SET used_at = club_now_ms()
  WHERE operator_id = $1 AND hash = $2 AND used_at IS NULL`);

/** Makes new codes; the old ones stop working. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  operatorId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query("DELETE FROM operator_recovery_code WHERE operator_id = $1", [operatorId]);
  await tx.query(
    "INSERT INTO operator_recovery_code (operator_id, hash) SELECT $1, unnest($2::bytea[])",
    [operatorId, hashes],
  );
}

/** Takes the authenticator for codes away; false where there was none. */
export const removeCodeFactor = changesOne<[operatorId: string]>(
  "DELETE FROM operator_factor WHERE operator_id = $1",
);

/** Recovery codes stand in for a factor; without one they are useless. */
export const dropCodes = command<[operatorId: string]>(
  "DELETE FROM operator_recovery_code WHERE operator_id = $1",
);

/** Takes all factors away, as if none had ever been set up; false where there was none. */
export async function removeFactor(tx: Queryable, operatorId: string): Promise<boolean> {
  await dropCodes(tx, operatorId);
  const hadCodes = await removeCodeFactor(tx, operatorId);
  const keys = await tx.query("DELETE FROM operator_passkey WHERE operator_id = $1", [operatorId]);
  return hadCodes || (keys.rowCount ?? 0) > 0;
}

export interface FactorState extends Record<string, unknown> {
  confirmed_at: Date | null;
  recovery_left: number;
}

/** What an operator may know of the own factor. */
export const readFactorState = theRow<FactorState, [operatorId: string]>(`
  SELECT (SELECT confirmed_at FROM operator_factor WHERE operator_id = $1) AS confirmed_at,
  (SELECT count(*)::int FROM operator_recovery_code WHERE operator_id = $1 AND used_at IS NULL) AS recovery_left`);

/** Notes that a session showed the second factor now. */
export const markProved = command<[sessionId: string]>(
  "UPDATE session SET proved_at = club_now_ms() WHERE id = $1",
);
