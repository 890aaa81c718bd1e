import type { PlacedOrder } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { besideGroups } from "./beside-groups.ts";
import { findBetById, resolveKey } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

/** What a key was used for; without order and id: nothing, and it is burned. */
export interface Resolved {
  readonly order: PlacedOrder | null;
  /** The key belongs to a sports bet. */
  readonly sportBetId: string | null;
}

/**
 * Ends a doubt: returns the receipt of the bet that has the key, or burns the key, so that a late
 * original is refused (`bet.abandoned`). Both under the player's lock (promise P3).
 */
export async function resolveBet(
  ctx: AppContext,
  playerId: string,
  key: string,
): Promise<Resolved> {
  const { betId, sportBetId } = await besideGroups(
    ctx,
    async (db) => await resolveKey(db, playerId, key),
  );
  if (betId === null) return { order: null, sportBetId };
  const bet = await besideGroups(ctx, async (db) => await findBetById(db, playerId, betId));
  return { order: bet === null ? null : toPlacedOrder(bet), sportBetId: null };
}
