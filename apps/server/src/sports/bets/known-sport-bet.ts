import type { PlacedSportOrder } from "@club/contract";
import { besideGroups } from "../../racing/bets/beside-groups.ts";
import type { AppContext } from "../../core/context.ts";
import { findSportBet } from "./sport-orders.queries.ts";
import { toPlacedSportOrder } from "./sport-orders.wire.ts";

/** The receipt of a sport bet as it was given, or null. */
export async function placedSportOrderOf(
  ctx: AppContext,
  playerId: string,
  betId: string,
): Promise<PlacedSportOrder | null> {
  const bet = await besideGroups(ctx, async (db) => await findSportBet(db, playerId, betId));
  return bet === null ? null : toPlacedSportOrder(bet);
}
