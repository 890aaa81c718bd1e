import type { Queryable } from "../../core/db/connect.ts";

/** Tells a player's streams that a deposit or withdrawal changed, so the app reads it anew. */
export async function tellMoney(tx: Queryable, playerId: string): Promise<void> {
  await tx.query("SELECT tell($1, 'money', '{}')", [`player:${playerId}`]);
}
