import { listStatement } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { readSnapshot } from "../db/snapshot.ts";
import { cutPage, numberedPageOf } from "../http/page.ts";
import { register } from "../http/register.ts";
import { readLines, readSummary } from "./read-statement.ts";

export function statementRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listStatement, async ({ query, player }) => {
    const { before, limit } = numberedPageOf(query);
    const range = { from: query.from ?? null, to: query.to ?? null };
    const page = { ...range, type: query.type ?? null, before, limit: limit + 1 };
    return await readSnapshot(ctx.db.browsing, async (tx) => {
      const lines = await readLines(tx, player.id, page);
      const { data, list } = cutPage(lines, limit, (line) => String(line.postingId));
      return { data: { ...data, summary: await readSummary(tx, player.id, range), plot: [] }, list };
    });
  });
}
