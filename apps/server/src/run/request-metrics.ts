import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/context.ts";
import { refusalOf } from "../core/http/errors.ts";
import { readRefused } from "../racing/refused-bets/read-refused.ts";
import { RefusedBets } from "../racing/refused-bets/refused-bets.ts";

const MS = 1000;
const ORDERS: ReadonlySet<string> = new Set([
  "/api/order/place-order",
  "/api/order/place-sport-order",
]);
/** Counts and times every answer by route, as paths with ids would make endless series. */
export function addRequestMetrics(app: FastifyInstance, ctx: AppContext): void {
  const refusedBets = new RefusedBets(ctx);
  app.addHook("onClose", async () => await refusedBets.flush());
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    ctx.metrics.requests.inc({ method, route, status: reply.statusCode });
    if (request.routeOptions.config.isStream !== true) {
      ctx.metrics.seconds.observe({ method, route }, reply.elapsedTime / MS);
    }
    if (ORDERS.has(route)) {
      const code = refusalOf(request);
      ctx.metrics.orders.note({ elapsedMs: reply.elapsedTime, code });
      const bet = code === undefined ? null : readRefused(request, code);
      if (bet !== null) refusedBets.note(bet);
    }
    done();
  });
}
