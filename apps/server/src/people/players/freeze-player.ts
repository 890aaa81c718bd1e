import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { endSessions, readPlayer, setPlayerStatus } from "./players.queries.ts";

export interface FreezeOrder {
  readonly playerId: string;
  readonly status: "active" | "frozen";
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Freezes a player, or lets a frozen one bet again. It takes the player's lock, as every bet does,
 * so no bet is accepted after this has committed. Freezing ends the sessions.
 *
 * @throws not_found, also for an account that is closed
 */
export async function freezePlayer(ctx: AppContext, order: FreezeOrder): Promise<void> {
  const { playerId, status } = order;
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockPlayer(tx, playerId);
    const player = await readPlayer(tx, playerId);
    if (player === null || player.status === "closed") throw new Refusal("not_found");
    await setPlayerStatus(tx, playerId, status);
    if (status === "frozen") await endSessions(tx, playerId);
    await audit(tx, {
      action: status === "frozen" ? "player.freeze" : "player.unfreeze",
      operator: order.operator,
      request: order.request,
      target: playerId,
      before: { status: player.status },
      after: { status },
      reason: order.reason,
    });
  });
  ctx.sessions.forget(playerId);
}
