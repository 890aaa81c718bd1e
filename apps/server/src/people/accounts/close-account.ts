import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { listAsClosed } from "../protection/recognise-player.ts";
import { readWays, tellWays } from "../../tell/messages/tell-player.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { requirePassword } from "./passwords.ts";
import type { Client } from "./register-player.ts";

/**
 * Closes an account and erases who the player was. The ledger continues under a number, as the law
 * requires; nobody can be identified from it any more (promise S28).
 *
 * @throws password.wrong, signin.too_many, account.not_empty
 */
export async function closeAccount(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { password: string; client: Client },
): Promise<void> {
  await requirePassword(ctx, player, asked);
  await withTransaction(ctx.db.browsing, async (tx) => await eraseAccount(ctx, tx, player.id));
  ctx.sessions.forget(player.id);
}

/**
 * The same at the desk, in the transaction of the act that it belongs to. After its commit the
 * caller forgets the player's sessions.
 *
 * @throws not_found, account.not_empty
 */
export async function eraseAccount(
  ctx: AppContext,
  tx: Queryable,
  playerId: string,
): Promise<void> {
  await lockPlayer(tx, playerId);
  const { rows } = await tx.query<{ is_empty: boolean }>("SELECT player_is_empty($1) AS is_empty", [
    playerId,
  ]);
  if (rows[0]?.is_empty !== true) throw new Refusal("account.not_empty");
  await listAsClosed(ctx, tx, playerId);
  const ways = await readWays(ctx, tx, playerId);
  const hashOf = (to: string | null): Buffer => lookupHash(ctx.secrets, "outbox", to ?? "");
  if (ways.email !== null) {
    await tx.query("DELETE FROM delivery WHERE to_hash = $1", [hashOf(ways.email)]);
  }
  await tx.query("SELECT erase_player($1, $2)", [playerId, hashOf(ways.phone)]);
  // The last message: its row, sealed as every other, goes with the outbox's days.
  await tellWays(ctx, tx, { ways, kind: "account_closed", facts: {} });
}
