import type { Queryable } from "../../core/db/connect.ts";

/** Tells a player's streams that money in or out changed: what is shown of it is read anew. */
export async function tellMoney(tx: Queryable, playerId: string): Promise<void> {
  await tx.query("SELECT tell($1, 'money', '{}')", [`player:${playerId}`]);
}
