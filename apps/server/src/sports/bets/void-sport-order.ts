import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import { wireCents } from "../../core/http/wire.ts";
import { type SportActor, auditAct } from "../events/sport-event-act.ts";

/**
 * Cancels an unsettled sports bet: its stake is refunded, once.
 *
 * @throws not_found, sport.order_settled, money.same_person
 */
export async function voidSportOrder(
  ctx: AppContext,
  orderId: string,
  actor: SportActor & { operator: { id: string }; reason: string },
): Promise<number> {
  const id = knownId(orderId);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ player_id: string; status: string; refund_cents: bigint }>(
      "SELECT player_id, status, refund_cents FROM sport_bet_view WHERE id = $1",
      [id],
    );
    const [bet] = rows;
    if (bet === undefined) throw new Refusal("not_found");
    await refuseOwnPlayer(tx, actor.operator.id, bet.player_id);
    if (bet.status === "void") return wireCents(bet.refund_cents);
    const done = await tx.query<{ cents: bigint | null }>(
      "SELECT void_sport_bet($1, $2, $3) AS cents",
      [id, newId(), actor.reason],
    );
    const cents = done.rows[0]?.cents ?? null;
    if (cents === null) throw new Refusal("sport.order_settled", { status: bet.status });
    await auditAct(tx, actor, { action: "sport.void", target: id, after: { refund_cents: cents } });
    return wireCents(cents);
  });
}
