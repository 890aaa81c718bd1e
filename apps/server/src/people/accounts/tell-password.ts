import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { notePush } from "../../tell/push/note-push.ts";
import type { PasswordSet } from "../protection/reality-check.ts";

/**
 * Tells a player that the password has been changed, in every way there is: phone, mail and browsers
 * now, the app itself by its heartbeat. It does not check whether the player may be written to:
 * somebody who has lost an account has to hear of it.
 */
export async function tellPassword(
  ctx: TellContext,
  tx: Queryable,
  { playerId, how }: { playerId: string; how: PasswordSet },
): Promise<void> {
  await notePush(tx, playerId, {
    cause: `password:${newId()}`,
    kind: "password",
    payload: { how },
  });
  await tellPlayer(ctx, tx, { playerId, kind: `password_${how}`, facts: {} });
}
