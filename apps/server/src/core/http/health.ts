import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { migrationNames } from "../db/schema.ts";

const PLAIN = { schema: { hide: true }, logLevel: "silent" } as const;

/**
 * For machines, without the envelope: whether the process lives, is ready for everything with bets
 * among it, or at least to be read; and its metrics. A process that lost its database still serves
 * the apps, the open streams and what it knows by heart, so a balancer should not cut those off.
 */
export function addHealth(app: FastifyInstance, ctx: AppContext): void {
  app.get("/healthz", PLAIN, () => ({ status: "ok" }));
  app.get("/readyz", PLAIN, async (_request, reply) => {
    const reason = ctx.lifecycle.isDraining ? "stopping" : await reasonNotReady(ctx);
    if (reason === null) return { status: "ok" };
    return await reply.status(503).header("retry-after", "1").send({ status: reason });
  });
  app.get("/readyz/read", PLAIN, async (_request, reply) => {
    if (!ctx.lifecycle.isDraining) return { status: "ok" };
    return await reply.status(503).header("retry-after", "1").send({ status: "stopping" });
  });
  app.get("/metrics", PLAIN, async (_request, reply) => {
    reply.type(ctx.metrics.registry.contentType);
    return await ctx.metrics.registry.metrics();
  });
}

/** The migrations that this release needs and the database lacks. */
export async function missingMigrations(ctx: Pick<AppContext, "db">): Promise<string[]> {
  const { rows } = await ctx.db.operators.query<{ name: string }>(
    "SELECT name FROM schema_migration",
  );
  const applied = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !applied.has(name));
}

async function reasonNotReady(ctx: AppContext): Promise<string | null> {
  try {
    return (await missingMigrations(ctx)).length === 0 ? null : "migrations are missing";
  } catch {
    return "the database is away";
  }
}
