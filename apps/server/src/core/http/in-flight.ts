import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { isOfNotices, MOST_NOTICES } from "./notices.ts";

/** Requests at the same time: notices of providers wait in a line of their own, beside all others. */
const MOST_AT_WORK = { requests: 2000, notices: MOST_NOTICES } as const;

/**
 * Notices may be as many as there are connections; what bounds the memory they take is the sum of
 * their lengths. One that does not say its own counts as long as it may be.
 */
const MOST_NOTICE_BYTES = 256 * 1024 * 1024;
const LONGEST_NOTICE_BYTES = 256 * 1024;

/** Paths that report the server's health; they answer however busy it is. */
const ALWAYS = new Set(["/healthz", "/readyz", "/readyz/read", "/metrics"]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** A stream stays open: it is not counted as in flight, and has no time-out. */
    isStream?: boolean;
  }
}

/** Counts what is in flight; `place` is what one takes of it. */
class Places {
  taken = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(place = 1): boolean {
    return this.taken + place <= this.#most;
  }
}

/**
 * Limits the requests in flight: refuses those above the limit, and all once the server is
 * stopping.
 */
export function addInFlightLimit(
  app: FastifyInstance,
  ctx: Pick<AppContext, "lifecycle" | "metrics">,
  most: { readonly requests: number; readonly notices: number } = MOST_AT_WORK,
): void {
  const requests = new Places(most.requests);
  const notices = new Places(most.notices);
  const bytes = new Places(MOST_NOTICE_BYTES);
  app.addHook("onRequest", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (url !== undefined && ALWAYS.has(url)) return done();
    if (ctx.lifecycle.isDraining) throw new Refusal("club.busy");
    if (config.isStream === true) return done();
    const length = isOfNotices(url) ? lengthOf(request) : 0;
    const places = isOfNotices(url) ? notices : requests;
    if (!places.hasRoom() || !bytes.hasRoom(length)) throw new Refusal("club.busy");
    const count = (by: 1 | -1): void => {
      places.taken += by;
      bytes.taken += by * length;
      ctx.metrics.atWork.set(requests.taken + notices.taken);
    };
    count(1);
    reply.raw.once("close", () => count(-1));
    return done();
  });
  // Tells a client not to reuse its connection, before it is closed with a request under way.
  app.addHook("onSend", async (_request, reply) => {
    if (ctx.lifecycle.isDraining) reply.header("connection", "close");
  });
}

function lengthOf({ headers }: FastifyRequest): number {
  const length = Number(headers["content-length"] ?? LONGEST_NOTICE_BYTES);
  return Math.min(length, LONGEST_NOTICE_BYTES);
}
