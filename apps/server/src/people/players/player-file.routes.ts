import {
  addPlayerNote,
  erasePlayer as eraseCall,
  EXPORT_FORMATS,
  getPlayerFile,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { exportPlayer } from "../accounts/export-player.ts";
import type { AppContext } from "../../core/context.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireDesk } from "../../desk/operators/require-desk.ts";
import { asFile } from "../../core/http/headers.ts";
import { addNote, erasePlayer, readPlayerFile } from "./player-file.ts";
import { readPlayer } from "./players.queries.ts";

const EXPORT_PATH = "/api/operator/players/:player_id/export";
const TYPES = { json: "application/json; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;
/** A file is not an answer in the envelope, so it is left out of the OpenAPI document. */
const HIDDEN = { schema: { hide: true } } as const;

export function playerFileRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPlayerFile, async ({ params, operator, request }) => {
    const playerId = knownId(params.player_id);
    const data = await readPlayerFile(ctx, playerId);
    await audit(ctx.db.operators, {
      action: "player.file.read",
      operator,
      request,
      target: playerId,
      after: { fields: Object.keys(data) },
    });
    return { data };
  });
  register(app, ctx, addPlayerNote, async ({ params, body, operator, request }) => {
    const asked = { playerId: knownId(params.player_id), text: body.text, operator, request };
    return { data: await addNote(ctx, asked) };
  });
  register(app, ctx, eraseCall, async ({ params, body, operator, request }) => {
    const playerId = knownId(params.player_id);
    const { user_name: userName, reason } = body;
    await erasePlayer(ctx, { playerId, userName, reason, operator, request });
    return { data: { player_id: playerId } };
  });
  exportRoute(app, ctx);
}

/** The player's data as the player would get it, for a request that came on paper. */
function exportRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { player_id: string } }>(EXPORT_PATH, HIDDEN, async (request, reply) => {
    const operator = await requireDesk(ctx, request, {
      path: EXPORT_PATH,
      access: ["owner", "support"],
    });
    ctx.rate.take(RATES.exports, operator.id);
    const playerId = knownId(request.params.player_id);
    const { format = "json" } = request.query as { format?: unknown };
    const known = EXPORT_FORMATS.find((each) => each === format);
    if (known === undefined) throw new Refusal("request.invalid", { field: "format" });
    if ((await readPlayer(ctx.db.operators, playerId)) === null) throw new Refusal("not_found");
    await audit(ctx.db.operators, {
      action: "player.export",
      operator,
      request,
      target: playerId,
      after: { format: known },
    });
    const file = await exportPlayer(ctx, ctx.reads.reports(operator), playerId, known);
    const name = `player-${playerId}.${known}`;
    return await asFile(reply, { name, type: TYPES[known] }).send(file);
  });
}
