import type { PlacedOrder } from "@club/contract";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { burnKey, findBetById } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

/**
 * Ends a doubt: the receipt of the bet that has the key, or null and the key is burned, so that a
 * late original is refused (`bet.abandoned`). Both under the player's lock (promise P3).
 */
export async function resolveBet(
  ctx: AppContext,
  playerId: string,
  key: string,
): Promise<PlacedOrder | null> {
  const betId = await withTransaction(ctx.db.bets, async (tx) => await burnKey(tx, playerId, key));
  if (betId === null) return null;
  const bet = await findBetById(ctx.db.bets, playerId, betId);
  return bet === null ? null : toPlacedOrder(bet);
}
