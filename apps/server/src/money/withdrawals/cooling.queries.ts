import type { Queryable } from "../../core/db/connect.ts";

export interface CoolingRow {
  id: string;
  cooling_cents: bigint;
  held_since: Date;
}

/** What cancelled withdrawals still hold, oldest first. The caller holds the player's lock. */
export async function readCooling(tx: Queryable, playerId: string): Promise<CoolingRow[]> {
  const { rows } = await tx.query<CoolingRow & Record<string, unknown>>(
    `SELECT id, cooling_cents, coalesce(held_since, requested_at) AS held_since FROM withdrawal
     WHERE player_id = $1 AND cooling_cents > 0 ORDER BY id`,
    [playerId],
  );
  return rows;
}

/** Reduces what a cancelled withdrawal holds; the caller books it. */
export async function takeCooling(tx: Queryable, id: string, cents: bigint): Promise<void> {
  await tx.query("UPDATE withdrawal SET cooling_cents = cooling_cents - $2 WHERE id = $1", [
    id,
    cents,
  ]);
}

/** Cancelled withdrawals whose time is over. Served by withdrawal_cooling; takes no lock. */
export async function listCooled(
  db: Queryable,
  limit: number,
): Promise<{ id: string; player_id: string }[]> {
  const { rows } = await db.query<{ id: string; player_id: string }>(
    `SELECT id, player_id FROM withdrawal WHERE cooling_cents > 0 AND releases_at <= club_now_ms()
     ORDER BY releases_at LIMIT $1`,
    [limit],
  );
  return rows;
}
