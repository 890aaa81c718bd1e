import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

export interface WalletRow {
  cash_cents: bigint;
  held_cents: bigint;
  bonus_cents: bigint;
}

/**
 * Takes the lock of one player for the rest of the transaction, and returns the wallet as read
 * under it. Locks of races come before it, everything else after. The lock is a statement of its
 * own, so that later reads see what was committed during the wait.
 *
 * @throws not_found for no such player.
 */
export async function lockPlayer(tx: Queryable, playerId: string): Promise<WalletRow> {
  const { rows } = await tx.query<WalletRow>(
    `SELECT cash_cents, held_cents, bonus_cents FROM wallet WHERE player_id = $1 FOR NO KEY UPDATE`,
    [playerId],
  );
  return found(rows);
}

/**
 * The same for what an account keeps: nothing is written into one that was closed and erased while
 * a call of its last session was under way.
 *
 * @throws not_found, session.expired
 */
export async function lockOpenPlayer(tx: Queryable, playerId: string): Promise<WalletRow> {
  const wallet = await lockPlayer(tx, playerId);
  const { rows } = await tx.query("SELECT FROM player WHERE id = $1 AND status = 'closed'", [
    playerId,
  ]);
  if (rows.length > 0) throw new Refusal("session.expired");
  return wallet;
}

/** The wallet as it is, without a lock. @throws not_found for no such player. */
export async function walletOf(db: Queryable, playerId: string): Promise<WalletRow> {
  const { rows } = await db.query<WalletRow>(
    "SELECT cash_cents, held_cents, bonus_cents FROM wallet WHERE player_id = $1",
    [playerId],
  );
  return found(rows);
}

function found([wallet]: readonly WalletRow[]): WalletRow {
  if (wallet === undefined) throw new Refusal("not_found");
  return wallet;
}
