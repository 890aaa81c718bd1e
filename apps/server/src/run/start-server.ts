import { type ContextOptions, createContext } from "./create-context.ts";
import { pause } from "../core/kit/pause.ts";
import type { AppContext } from "../core/context.ts";
import { checkServer } from "../core/db/check-server.ts";
import { isEmbeddedDatabase } from "../core/db/own-database.ts";
import { listen } from "../core/http/create-fastify.ts";
import { missingMigrations } from "../core/http/health.ts";
import { startDemo } from "./demo/demo.ts";
import { buildServer } from "./server.ts";
import { startLive } from "./live.ts";
import { openFilesWarning } from "./open-files.ts";
import { StartError } from "./run-process.ts";
import { seedClub } from "./seed-club.ts";
import type { Seeded } from "./seed-club.ts";

export interface RunningServer {
  readonly ctx: AppContext;
  readonly url: string;
  readonly seeded: Seeded;
  /** What the starter prints about the demo. */
  readonly demoLines: readonly string[];
  /**
   * Takes no new work, lets running requests finish, and closes everything.
   *
   * @param graceMs - how long late requests are still refused politely, so that none is cut off.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Starts a whole server in this process: database, seed, live part, HTTP. */
export async function startServer(options: ContextOptions): Promise<RunningServer> {
  const ctx = createContext(options);
  try {
    await ctx.traces.start(ctx.settings, ctx.log);
    const seeded = await prepare(ctx);
    const stopLive = await startLive(ctx);
    const app = await buildServer(ctx);
    const url = await listen(app, ctx.settings);
    const demo = await startDemo(ctx, url);
    const stop = async (graceMs = 0): Promise<void> => {
      await ctx.lifecycle.drain();
      await demo.stop();
      ctx.streams.endAll(STREAM_RETRY_MS);
      if (graceMs > 0) await pause(graceMs);
      await app.close();
      await stopLive();
      await ctx.disk.stop();
      await endDatabases(ctx);
      await ctx.traces.stop();
    };
    return { ctx, url, seeded, demoLines: demo.lines, stop };
  } catch (error) {
    await ctx.disk.stop();
    await endDatabases(ctx);
    await ctx.traces.stop();
    throw error;
  }
}

const STREAM_RETRY_MS = 1000;

export async function endDatabases({ db, replica }: AppContext): Promise<void> {
  await Promise.all([db.end(), replica?.end()]);
}

/** A club whose database has no room for all of them starts with those it got. */
async function fill({ db, log }: AppContext): Promise<void> {
  try {
    await db.fill();
  } catch (error) {
    log.warn({ reason: String(error) }, "not every connection for bets could be made");
  }
}

async function prepare(ctx: AppContext): Promise<Seeded> {
  const missing = await missingMigrations(ctx);
  if (missing.length > 0)
    throw new StartError(`The database lacks ${missing[0]}: migrate it first.`);
  const warnings = await checkServer(ctx.db.operators, { singleRole: ctx.settings.singleRole });
  await fill(ctx);
  await ctx.replica?.open();
  const { databaseUrl, dataDir } = ctx.settings;
  const hasDatabase = await isEmbeddedDatabase({ databaseUrl, dataDir });
  ctx.disk.watch({ dataDir, hasDatabase });
  for (const warning of [...warnings, openFilesWarning()]) {
    if (warning !== null) ctx.log.warn(warning);
  }
  return await seedClub(ctx);
}
