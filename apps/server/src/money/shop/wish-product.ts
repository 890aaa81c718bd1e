import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { requireMayPlay } from "../../people/protection/require-may-play.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { addWish, dropWish, type OfferRow } from "./shop.queries.ts";

/**
 * Notes that a player wants to know when something sold out is back. Takes the player's lock, so no
 * wish outlives a bar set at the same time.
 *
 * @throws what `requireMayPlay` refuses with
 */
export async function setWish(
  ctx: AppContext,
  playerId: string,
  wish: { readonly productId: string; readonly isWished: boolean },
): Promise<void> {
  await withTransaction(ctx.db.browsing, async (tx) => {
    await lockPlayer(tx, playerId);
    if (!wish.isWished) return await dropWish(tx, playerId, wish.productId);
    await requireMayPlay(tx, playerId);
    await addWish(tx, playerId, wish.productId);
  });
}

/** Wished for and still in stock: since coming back it may have sold out again. */
export function isBack({ is_wished: isWished, back_at: backAt, stock }: OfferRow): boolean {
  return isWished && backAt !== null && stock > 0;
}
