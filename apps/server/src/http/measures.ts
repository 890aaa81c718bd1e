import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";

const MS = 1000;
const ORDERS: ReadonlySet<string> = new Set([
  "/api/order/place-order",
  "/api/order/place-sport-order",
]);
const refusedWith = new WeakMap<FastifyRequest, string>();

/** Keeps why a request was refused until its answer is on its way. */
export function noteRefusal(request: FastifyRequest, code: string): void {
  refusedWith.set(request, code);
}

/** Counts and times every answer, by route: a path with an id in it would make endless series. */
export function addMeasures(app: FastifyInstance, ctx: AppContext): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    ctx.metrics.requests.inc({ method, route, status: reply.statusCode });
    if (request.routeOptions.config.isStream !== true) {
      ctx.metrics.seconds.observe({ method, route }, reply.elapsedTime / MS);
    }
    if (ORDERS.has(route)) {
      ctx.metrics.orders.note({ elapsedMs: reply.elapsedTime, code: refusedWith.get(request) });
    }
    done();
  });
}
