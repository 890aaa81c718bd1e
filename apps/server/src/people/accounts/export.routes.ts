import { EXPORT_FORMATS } from "@club/contract";
import type { ExportFormat } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { exportPlayer } from "./export-player.ts";

const SCHEMA = {
  summary: "Everything that the club holds about the player, as a file: ?format=json or csv.",
  tags: ["Accounts"],
  security: [{ bearer: [] }],
};
const TYPES: Record<ExportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** GET /api/user/export answers with a file, outside the envelope. */
export function exportRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get("/api/user/export", { schema: SCHEMA }, async (request, reply) => {
    const player = await ctx.sessions.requirePlayer(request);
    ctx.rate.take(RATES.exports, player.id);
    const { format = "json" } = request.query as { format?: unknown };
    const known = EXPORT_FORMATS.find((each) => each === format);
    if (known === undefined) throw new Refusal("request.invalid", { field: "format" });
    const file = await exportPlayer(ctx, ctx.reads.reports(player), player.id, known);
    return await reply
      .header("content-type", TYPES[known])
      .header("content-disposition", `attachment; filename="horse-club-data.${known}"`)
      .send(file);
  });
}
