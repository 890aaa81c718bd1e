import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";

const MOST_AT_WORK = 2000;

/** Paths that report the server's health; they answer however busy it is. */
const ALWAYS = new Set(["/healthz", "/readyz", "/readyz/read", "/metrics"]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** A stream stays open: it is not counted as in flight, and has no time-out. */
    isStream?: boolean;
  }
}

/**
 * Limits the requests in flight: refuses those above the limit, and all once the server is
 * stopping.
 */
export function addInFlightLimit(
  app: FastifyInstance,
  ctx: Pick<AppContext, "lifecycle" | "metrics">,
  most = MOST_AT_WORK,
): void {
  let atWork = 0;
  app.addHook("onRequest", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (url !== undefined && ALWAYS.has(url)) return done();
    if (ctx.lifecycle.isDraining) throw new Refusal("club.busy");
    if (config.isStream === true) return done();
    if (atWork >= most) throw new Refusal("club.busy");
    atWork += 1;
    ctx.metrics.atWork.set(atWork);
    reply.raw.once("close", () => {
      atWork -= 1;
      ctx.metrics.atWork.set(atWork);
    });
    return done();
  });
  // Tells a client not to reuse its connection, before it is closed with a request under way.
  app.addHook("onSend", async (_request, reply) => {
    if (ctx.lifecycle.isDraining) reply.header("connection", "close");
  });
}
