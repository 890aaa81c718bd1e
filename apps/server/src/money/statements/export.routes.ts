import { statementExport } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { getProfile } from "../../people/accounts/profile.ts";
import type { AppContext } from "../../core/context.ts";
import { languageOf } from "../../core/http/envelope.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { asFile } from "../../core/http/headers.ts";
import { exportStatement } from "./export-statement.ts";

/** A file is not in the answers' envelope, so the API document leaves this call out. */
const HIDDEN = { schema: { hide: true } } as const;

/** GET /api/statement/export: the statement as CSV, XLSX or PDF. */
export function exportRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get("/api/statement/export", HIDDEN, async (request, reply) => {
    const player = await ctx.sessions.requirePlayer(request);
    ctx.rate.take(RATES.exports, player.id);
    const asked = statementExport.safeParse(request.query);
    if (!asked.success) {
      throw new Refusal("request.invalid", { field: String(asked.error.issues[0]?.path[0] ?? "") });
    }
    const { format, from = null, to = null, type = null } = asked.data;
    const file = await exportStatement(ctx, {
      reader: ctx.reads.lists(player),
      playerId: player.id,
      userName: player.userName,
      fullName: (await getProfile(ctx, player.id)).full_name,
      language: languageOf(request.headers["accept-language"]),
      format,
      from,
      to,
      type,
    });
    return await asFile(reply, file).send(file.body);
  });
}
