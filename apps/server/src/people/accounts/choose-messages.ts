import type { ListItemOf, listMessageKinds } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { MESSAGE_KIND_NAMES, mayBeRefused } from "../../tell/messages/message-kinds.ts";
import { readWays } from "../../tell/messages/tell-player.ts";
import { subjectOf } from "../../tell/messages/write-message.ts";

/** What the club tells a player, by the name that it has in the player's language. */
export async function listChoices(
  ctx: Pick<AppContext, "db" | "secrets">,
  playerId: string,
): Promise<ListItemOf<typeof listMessageKinds>[]> {
  const { language, refused } = await readWays(ctx, ctx.db.browsing, playerId);
  return MESSAGE_KIND_NAMES.filter(mayBeRefused).map((kind) => ({
    kind,
    name: subjectOf(kind, language),
    is_wanted: !refused.includes(kind),
  }));
}

/** Notes which kinds a player does not want. @throws request.invalid for one that must come */
export async function chooseMessages(
  ctx: Pick<AppContext, "db" | "secrets">,
  playerId: string,
  refused: readonly string[],
): Promise<void> {
  const known = MESSAGE_KIND_NAMES.filter(mayBeRefused);
  if (refused.some((kind) => !known.some((each) => each === kind))) {
    throw new Refusal("request.invalid", { field: "refused" });
  }
  await ctx.db.browsing.query("UPDATE player SET messages_off = $2 WHERE id = $1", [
    playerId,
    [...new Set(refused)],
  ]);
}
