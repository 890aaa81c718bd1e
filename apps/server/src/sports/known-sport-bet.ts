import type { PlacedSportOrder } from "@club/contract";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";
import { findSportBet, findSportBetByKey } from "./sport-orders.queries.ts";
import { toPlacedSportOrder } from "./sport-orders.wire.ts";

/** The id of the player's sport bet with a key, or null. Under the player's lock it stays so. */
export async function sportBetWithKey(
  db: Queryable,
  playerId: string,
  key: string,
): Promise<string | null> {
  return await findSportBetByKey(db, playerId, key);
}

/** The receipt of a sport bet as it was given, or null. */
export async function placedSportOrderOf(
  ctx: AppContext,
  playerId: string,
  betId: string,
): Promise<PlacedSportOrder | null> {
  const bet = await findSportBet(ctx.db.bets, playerId, betId);
  return bet === null ? null : toPlacedSportOrder(bet);
}
