import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";

const MS = 1000;

/** Counts and times every answer, by route: a path with an id in it would make endless series. */
export function addMeasures(app: FastifyInstance, ctx: AppContext): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    ctx.metrics.requests.inc({ method, route, status: reply.statusCode });
    if (request.routeOptions.config.isStream !== true) {
      ctx.metrics.seconds.observe({ method, route }, reply.elapsedTime / MS);
    }
    done();
  });
}
