import { getPlayer } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { playerPage } from "../../people/players/player-page.ts";
import { readLines } from "./read-statement.ts";

/** How many orders and lines a player's page shows. */
const SHOWN = 20;
const NEWEST = { from: null, to: null, type: null, before: undefined, limit: SHOWN };

export function playerPageRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPlayer, async ({ params, operator, request }) => {
    const playerId = knownId(params.player_id);
    const data = {
      ...(await playerPage(ctx.db.operators, playerId, SHOWN)),
      lines: await readLines(ctx.db.operators, playerId, NEWEST),
    };
    await audit(ctx.db.operators, {
      action: "player.read",
      operator,
      request,
      target: playerId,
      after: { fields: Object.keys(data) },
    });
    return { data };
  });
}
