import type { PlacedOrder, PlacedSportOrder } from "@club/contract";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { lockPlayer } from "../wallet/lock-player.ts";
import { placedSportOrderOf, sportBetWithKey } from "../sports/known-sport-bet.ts";
import { burnKey, findBetById } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

/**
 * Ends a doubt: the receipt of the bet, on a race or of sports, that has the key, or null and the key is burned, so that a
 * late original is refused (`bet.abandoned`). Both under the player's lock (promise P3).
 */
export async function resolveBet(
  ctx: AppContext,
  playerId: string,
  key: string,
): Promise<PlacedOrder | PlacedSportOrder | null> {
  const found = await withTransaction(ctx.db.bets, async (tx) => {
    await lockPlayer(tx, playerId);
    const sportBetId = await sportBetWithKey(tx, playerId, key);
    return { sportBetId, betId: sportBetId ?? (await burnKey(tx, playerId, key)) };
  });
  if (found.sportBetId !== null) return await placedSportOrderOf(ctx, playerId, found.sportBetId);
  if (found.betId === null) return null;
  const bet = await findBetById(ctx.db.bets, playerId, found.betId);
  return bet === null ? null : toPlacedOrder(bet);
}
