import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../context.ts";
import { migrationNames } from "../db/schema.ts";

const PLAIN = { schema: { hide: true }, logLevel: "silent" } as const;

/** Why a process is not ready; null: it is. */
interface Readiness {
  /** For everything, with bets among it. */
  readonly forAll: () => Promise<string | null> | string | null;
  /** At least to be read. */
  readonly toBeRead: () => string | null;
}

/**
 * The health of a club process. One that lost its database still serves the apps, the open streams
 * and what it knows by heart, so a balancer should not cut those off.
 */
export function addHealth(app: FastifyInstance, ctx: AppContext): void {
  addProbes(app, ctx, { forAll: async () => await reasonNotReady(ctx), toBeRead: () => null });
}

/** For machines, without the envelope: whether the process lives, is ready, and its metrics. */
export function addProbes(
  app: FastifyInstance,
  { lifecycle, metrics }: Pick<AppContext, "lifecycle" | "metrics">,
  { forAll, toBeRead }: Readiness,
): void {
  const tell = async (reply: FastifyReply, why: Readiness["forAll"]): Promise<object> => {
    const reason = lifecycle.isDraining ? "stopping" : await why();
    if (reason === null) return { status: "ok" };
    return await reply.status(503).header("retry-after", "1").send({ status: reason });
  };
  app.get("/healthz", PLAIN, () => ({ status: "ok" }));
  app.get("/readyz", PLAIN, async (_request, reply) => await tell(reply, forAll));
  app.get("/readyz/read", PLAIN, async (_request, reply) => await tell(reply, toBeRead));
  app.get("/metrics", PLAIN, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return await metrics.registry.metrics();
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
