import { freezePlayer as freezeCall, listPlayers, unfreezePlayer } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { readSorted } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { freezePlayer } from "./freeze-player.ts";
import type { FreezeOrder } from "./freeze-player.ts";
import { findPlayers } from "./find-players.ts";
import { playerFileRoutes } from "./player-file.routes.ts";
import { toPlayerSummary } from "./players.wire.ts";

export function playerRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listPlayers, async ({ query }) => {
    const text = query.q === undefined || query.q.trim() === "" ? null : query.q.trim();
    return await readSorted(query, await findPlayers(ctx, text), toPlayerSummary);
  });
  freezeRoutes(app, ctx);
  playerFileRoutes(app, ctx);
}

function freezeRoutes(app: FastifyInstance, ctx: AppContext): void {
  const freeze = async (order: FreezeOrder) => {
    await freezePlayer(ctx, order);
    return { data: { player_id: order.playerId, status: order.status } };
  };
  register(app, ctx, freezeCall, async ({ params, body, operator, request }) => {
    const playerId = knownId(params.player_id);
    return await freeze({ playerId, status: "frozen", reason: body.reason, operator, request });
  });
  register(app, ctx, unfreezePlayer, async ({ params, body, operator, request }) => {
    const playerId = knownId(params.player_id);
    return await freeze({ playerId, status: "active", reason: body.reason, operator, request });
  });
}
