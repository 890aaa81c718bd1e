import { command, manyRows } from "../../core/db/statements.ts";

export interface CoolingRow {
  id: string;
  cooling_cents: bigint;
  held_since: Date;
}

/** What cancelled withdrawals still hold, oldest first. The caller holds the player's lock. */
export const readCooling = manyRows<
  CoolingRow,
  [playerId: string]
>(`SELECT id, cooling_cents, coalesce(held_since, requested_at) AS held_since FROM withdrawal
     WHERE player_id = $1 AND cooling_cents > 0 ORDER BY id`);

/** Reduces what a cancelled withdrawal holds; the caller books it. */
export const takeCooling = command<[id: string, cents: bigint]>(
  "UPDATE withdrawal SET cooling_cents = cooling_cents - $2 WHERE id = $1",
);

/** Cancelled withdrawals whose time is over. Served by withdrawal_cooling; takes no lock. */
export const listCooled = manyRows<
  { id: string; player_id: string },
  [limit: number]
>(`SELECT id, player_id FROM withdrawal WHERE cooling_cents > 0 AND releases_at <= club_now_ms()
     ORDER BY releases_at LIMIT $1`);
