import {
  adjustPlayer as adjustCall,
  freezePlayer as freezeCall,
  getPlayer,
  listPlayers,
  unfreezePlayer,
} from "@club/contract";
import type { DataOf } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { idempotencyKeyOf } from "../../core/http/idempotency-key.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { readLimits } from "../protection/read-limits.ts";
import { readLines } from "../../money/statements/read-statement.ts";
import { adjustPlayer } from "../../money/adjustments/adjust-player.ts";
import { freezePlayer } from "./freeze-player.ts";
import type { FreezeOrder } from "./freeze-player.ts";
import { findPlayers } from "./find-players.ts";
import { playerFileRoutes } from "./player-file.routes.ts";
import { readLastOrders, readPlayer, sumOpenBets } from "./players.queries.ts";
import { toPlayerOrder, toPlayerSummary } from "./players.wire.ts";

const SHOWN = 20;

export function playerRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listPlayers, async ({ query }) => {
    const { before, limit } = pageOf(query);
    const text = query.q === undefined || query.q.trim() === "" ? null : query.q.trim();
    const rows = await findPlayers(ctx, { text, before, limit: limit + 1 });
    return cutPage(rows.map(toPlayerSummary), limit, (player) => player.player_id);
  });
  register(app, ctx, getPlayer, async ({ params, operator, request }) => {
    const playerId = knownId(params.player_id);
    const data = await showPlayer(ctx, playerId);
    await audit(ctx.db.operators, {
      action: "player.read",
      operator,
      request,
      target: playerId,
      after: { fields: Object.keys(data) },
    });
    return { data };
  });
  register(app, ctx, adjustCall, async ({ params, body, operator, request, reply }) => {
    const { answer, isReplay } = await adjustPlayer(ctx, {
      playerId: knownId(params.player_id),
      kind: body.kind,
      amountCents: BigInt(body.amount_cents),
      reason: body.reason,
      idempotencyKey: idempotencyKeyOf(request),
      operator,
      request,
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: answer };
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

async function showPlayer(ctx: AppContext, playerId: string): Promise<DataOf<typeof getPlayer>> {
  const db = ctx.db.operators;
  const player = await readPlayer(db, playerId);
  if (player === null) throw new Refusal("not_found");
  const open = await sumOpenBets(db, playerId);
  const page = { from: null, to: null, type: null, before: undefined, limit: SHOWN };
  return {
    ...toPlayerSummary(player),
    language: player.language,
    is_adult: player.is_adult,
    open_bets: open.bets,
    open_stakes_cents: Number(open.stakes_cents),
    limits: await readLimits(db, playerId),
    orders: (await readLastOrders(db, playerId, SHOWN)).map(toPlayerOrder),
    lines: await readLines(db, playerId, page),
  };
}
