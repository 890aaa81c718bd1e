import { listStatement } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { exportRoutes } from "./export.routes.ts";
import { findBounds, readLinesWithin, readPlot, readSummary } from "./read-statement.ts";

export function statementRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listStatement, async ({ query, player }) => {
    const { before, limit } = numberedPageOf(query);
    const range = { from: query.from ?? null, to: query.to ?? null };
    const page = { type: query.type ?? null, before, limit: limit + 1 };
    return await ctx.reads.lists(player).snapshot(async (tx) => {
      const bounds = await findBounds(tx, player.id, range);
      const lines = await readLinesWithin(tx, bounds, page);
      const { data, list } = cutPage(lines, limit, (line) => String(line.postingId));
      // Totals and plot cover the whole range, so they come only with the first page.
      if (before !== undefined) return { data: { ...data, summary: null, plot: [] }, list };
      const summary = await readSummary(tx, bounds);
      return { data: { ...data, summary, plot: await readPlot(tx, bounds) }, list };
    });
  });
  exportRoutes(app, ctx);
}
