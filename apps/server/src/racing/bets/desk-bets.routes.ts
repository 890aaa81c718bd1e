import { listDeskOrders } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { readSorted } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { toPlayerOrder } from "../../people/players/players.wire.ts";
import { listBetsOfPlayer, listBetsOfRace } from "./desk-bets.queries.ts";
import type { DeskBetRow } from "./desk-bets.queries.ts";

/** Bets of a race or of a player, for the desk. */
export function deskBetRoutes(app: FastifyInstance, ctx: AppContext): void {
  const db = ctx.db.operators;
  register(app, ctx, listDeskOrders, async ({ query, operator, request }) => {
    const { race_id: race, player_id: player, status, pool } = query;
    const asked = player ?? race;
    if (asked === undefined || (player !== undefined && race !== undefined)) {
      throw new Refusal("request.invalid", { field: "race_id" });
    }
    const of = knownId(asked);
    const filter = {
      of,
      status: status ?? null,
      pool: pool ?? null,
      leastCents: query.least_cents ?? null,
      mostCents: query.most_cents ?? null,
    };
    const bets = (player === undefined ? listBetsOfRace : listBetsOfPlayer)(db, filter);
    const answer = await readSorted(query, bets, toDeskOrder);
    await audit(db, { action: "bets.read", operator, request, target: of });
    return answer;
  });
}

function toDeskOrder(row: DeskBetRow) {
  return { ...toPlayerOrder(row), player_id: row.player_id, user_name: row.user_name };
}
