import { monitorEventLoopDelay } from "node:perf_hooks";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";

const WINDOW_MS = 500;
const RESOLUTION_MS = 10;
const TOO_SLOW_NS = 200e6;

/**
 * What is served however slow the process is: bets, the calls that resolve a bet in doubt, the
 * desk with the files of its pages, what providers tell, who would come again late or never, and the feed of an edge, which takes
 * readers off this process.
 */
const KEPT =
  /^\/(healthz|readyz(\/read)?|metrics|console(\/.*)?|api\/edge\/events|api\/order\/(place-order|resolve|place-sport-order)|api\/(operator|hooks)\/.*)$/;

/** How late the event loop is. */
export interface LagMeter {
  /** The mean delay of the last half second. */
  readonly lagNs: () => number;
  /** Forgets what was measured: from here on somebody may ask. */
  readonly begin: () => void;
  readonly end: () => void;
}

/**
 * Sheds everything but bets, notices and the desk while the event loop lags by more than 200 ms (promise P15).
 * What the start itself took is nobody's load.
 */
export function addOverload(app: FastifyInstance, meter: LagMeter = measureLag()): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (meter.lagNs() > TOO_SLOW_NS && !KEPT.test(request.routeOptions.url ?? "")) {
      throw new Refusal("club.busy");
    }
    done();
  });
  app.addHook("onListen", async () => meter.begin());
  app.addHook("onClose", async () => meter.end());
}

function measureLag(): LagMeter {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let lagNs = 0;
  delay.enable();
  const timer = setInterval(() => {
    lagNs = delay.count === 0 ? 0 : delay.mean;
    delay.reset();
  }, WINDOW_MS).unref();
  return {
    lagNs: () => lagNs,
    begin: () => {
      delay.reset();
      lagNs = 0;
    },
    end: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
