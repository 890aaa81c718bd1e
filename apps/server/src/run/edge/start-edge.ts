import type { FastifyInstance } from "fastify";
import { addConsoleHost } from "../../core/http/console-host.ts";
import { createFastify, listen } from "../../core/http/create-fastify.ts";
import { addErrors } from "../../core/http/errors.ts";
import { addHeaders } from "../../core/http/headers.ts";
import { addProbes } from "../../core/http/health.ts";
import { addInFlightLimit } from "../../core/http/in-flight.ts";
import { addOverload } from "../../core/http/overload.ts";
import { addPlainPaths } from "../../core/http/plain-path.ts";
import { addUnusedConnections } from "../../core/http/unused-connections.ts";
import { pause } from "../../core/kit/pause.ts";
import { openFilesWarning } from "../open-files.ts";
import { createEdgeContext, type EdgeContext, type EdgeOptions } from "./edge-context.ts";
import { edgeRoutes, refuseAllButReads } from "./edge.routes.ts";

/** Of three edges with 10,000 readers each one may be gone. */
const MOST_CONNECTIONS = 30_000;
const STREAM_RETRY_MS = 1000;

export interface RunningEdge {
  readonly ctx: EdgeContext;
  readonly url: string;
  /** As of a club process. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts an edge in this process: the streams and public reads of a club, without its database and
 * its secret (docs/decisions/0021-edge.md).
 *
 * @throws SettingsError, StartError with one sentence
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  const ctx = createEdgeContext(options);
  const stopping = new AbortController();
  const first = await ctx.feed.connect(stopping.signal);
  const following = ctx.feed.follow(first, stopping.signal);
  const warning = openFilesWarning();
  if (warning !== null) ctx.log.warn(warning);
  const app = buildEdge(ctx);
  const end = async (): Promise<void> => {
    await app.close();
    stopping.abort();
    await following;
    ctx.close();
  };
  try {
    const url = await listen(app, ctx.settings);
    const stop = async (graceMs = 0): Promise<void> => {
      await ctx.lifecycle.drain();
      ctx.streams.endAll(STREAM_RETRY_MS);
      if (graceMs > 0) await pause(graceMs);
      await end();
    };
    return { ctx, url, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

function buildEdge(ctx: EdgeContext): FastifyInstance {
  const app = createFastify(ctx, MOST_CONNECTIONS);
  addErrors(app, ctx);
  addHeaders(app, ctx.settings);
  addPlainPaths(app);
  addConsoleHost(app, ctx.settings);
  refuseAllButReads(app);
  addInFlightLimit(app, ctx);
  addUnusedConnections(app);
  if (ctx.settings.mode !== "test") addOverload(app);
  addProbes(app, ctx, {
    forAll: () => notReady(ctx),
    toBeRead: () => notReady(ctx),
  });
  edgeRoutes(app, ctx);
  return app;
}

/** One that hears nothing of its club shows old prices: the balancer sends readers elsewhere. */
function notReady({ feed }: EdgeContext): string | null {
  return feed.isHeard ? null : "the club is away";
}
