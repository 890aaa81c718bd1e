import { monitorEventLoopDelay } from "node:perf_hooks";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";

const WINDOW_MS = 500;
const RESOLUTION_MS = 10;
const TOO_SLOW_NS = 200e6;

/**
 * What is served however slow the process is: bets, the calls that resolve a bet in doubt, and the
 * desk.
 */
const KEPT =
  /^\/(healthz|readyz(\/read)?|metrics|api\/order\/(place-order|resolve|place-sport-order)|api\/operator\/.*)$/;

/** Sheds everything but bets and the desk while the event loop lags by more than 200 ms (promise P15). */
export function addOverload(app: FastifyInstance, lagNs: () => number = measureLag(app)): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (lagNs() > TOO_SLOW_NS && !KEPT.test(request.routeOptions.url ?? "")) {
      throw new Refusal("club.busy");
    }
    done();
  });
}

/** The mean delay of the event loop in the last half second. */
function measureLag(app: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let lagNs = 0;
  delay.enable();
  const timer = setInterval(() => {
    lagNs = delay.count === 0 ? 0 : delay.mean;
    delay.reset();
  }, WINDOW_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => lagNs;
}
