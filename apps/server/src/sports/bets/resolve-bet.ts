import type { PlacedOrder, PlacedSportOrder } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { placedSportOrderOf } from "./known-sport-bet.ts";
import { besideGroups } from "../../racing/bets/beside-groups.ts";
import { findBetById, resolveKey } from "../../racing/bets/bets.queries.ts";
import { toPlacedOrder } from "../../racing/bets/bets.wire.ts";

/**
 * Ends a doubt: the receipt of the bet, on a race or of sports, that has the key, or null and the key is burned, so that a
 * late original is refused (`bet.abandoned`). Both under the player's lock (promise P3).
 */
export async function resolveBet(
  ctx: AppContext,
  playerId: string,
  key: string,
): Promise<PlacedOrder | PlacedSportOrder | null> {
  const { betId, sportBetId } = await besideGroups(
    ctx,
    async (db) => await resolveKey(db, playerId, key),
  );
  if (sportBetId !== null) return await placedSportOrderOf(ctx, playerId, sportBetId);
  if (betId === null) return null;
  const bet = await besideGroups(ctx, async (db) => await findBetById(db, playerId, betId));
  return bet === null ? null : toPlacedOrder(bet);
}
