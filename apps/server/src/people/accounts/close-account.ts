import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { emailPlace } from "../protection/read-person.ts";
import { readProfile } from "./accounts.queries.ts";
import { decrypt, lookupHash } from "../../core/kit/cipher.ts";
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
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  playerId: string,
): Promise<void> {
  await lockPlayer(tx, playerId);
  const { rows } = await tx.query<{ is_empty: boolean }>("SELECT player_is_empty($1) AS is_empty", [
    playerId,
  ]);
  if (rows[0]?.is_empty !== true) throw new Refusal("account.not_empty");
  const { phone_cipher: sealed, email_cipher: mail } = await readProfile(tx, playerId, true);
  const place = { table: "player", column: "phone_cipher", id: playerId };
  const phone = sealed === null ? "" : decrypt(ctx.secrets, place, sealed);
  if (mail !== null) {
    const email = decrypt(ctx.secrets, emailPlace(playerId), mail);
    const hash = lookupHash(ctx.secrets, "outbox", email);
    await tx.query("DELETE FROM delivery WHERE to_hash = $1", [hash]);
  }
  await tx.query("SELECT erase_player($1, $2)", [
    playerId,
    lookupHash(ctx.secrets, "outbox", phone),
  ]);
}
