import { clubNameOf } from "../../desk/club-settings/club-groups.ts";
import { isLanguage } from "@club/i18n";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { playerTexts } from "../../core/http/player-texts.ts";
import { newId } from "../../core/kit/ids.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";
import { notePush } from "../../tell/push/note-push.ts";
import type { PasswordSet } from "../protection/reality-check.ts";
import { readProfile } from "./accounts.queries.ts";
import { decrypt } from "../../core/kit/cipher.ts";

/**
 * Tells a player that the password has been changed, in every way there is: phone and browsers now,
 * the app itself by its heartbeat. It does not check whether the player may be written to: somebody
 * who has lost an account has to hear of it.
 */
export async function tellPassword(
  ctx: Pick<AppContext, "secrets" | "settings">,
  tx: Queryable,
  { playerId, how }: { playerId: string; how: PasswordSet },
): Promise<void> {
  await notePush(tx, playerId, {
    cause: `password:${newId()}`,
    kind: "password",
    payload: { how },
  });
  const { phone_cipher: sealed, language } = await readProfile(tx, playerId);
  if (sealed === null) return;
  const t = await playerTexts(isLanguage(language) ? language : "en");
  const place = { table: "player", column: "phone_cipher", id: playerId };
  await queueMessage(ctx, tx, {
    channel: "sms",
    purpose: "notice",
    to: decrypt(ctx.secrets, place, sealed),
    text: `${await clubNameOf(ctx, tx)}: ${t(`password.told.${how}`)} ${t("password.told.notYou")}`,
    code: null,
  });
}
