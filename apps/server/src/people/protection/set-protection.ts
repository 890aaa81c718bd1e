import type { BodyOf, Protection, putProtection } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { clearBar, writeLog } from "./protection.queries.ts";
import { readProtection, requireRow } from "./read-protection.ts";

/**
 * Sets what the player may choose freely: how often the reality check comes, whether offers may be
 * sent, and that the limits were reviewed.
 *
 * @throws player.time_out, player.excluded, player.review for consent to offers while barred or
 *   held
 */
export async function setProtection(
  ctx: AppContext,
  playerId: string,
  change: BodyOf<typeof putProtection>,
): Promise<Protection> {
  return await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    if (change.marketing === true) await requireAddressable(tx, playerId);
    await tx.query(
      `UPDATE player SET reality_minutes = coalesce($2, reality_minutes), marketing = coalesce($3, marketing),
         limits_reviewed_at = CASE WHEN $4 THEN club_now_ms() ELSE limits_reviewed_at END
       WHERE id = $1`,
      [
        playerId,
        change.reality_minutes ?? null,
        change.marketing ?? null,
        change.limits_reviewed ?? false,
      ],
    );
    await writeLog(tx, playerId, { kind: "settings", detail: change });
    return await readProtection(tx, playerId);
  });
}

async function requireAddressable(tx: Connection, playerId: string): Promise<void> {
  const row = await requireRow(tx, playerId);
  if (row.bar === "exclusion") throw new Refusal("player.excluded");
  if (row.bar === "time_out") throw new Refusal("player.time_out");
  if (row.review !== null) throw new Refusal("player.review");
  // A time-out that is over may still be in the row, and the table refuses consent while barred.
  await clearBar(tx, playerId);
}
