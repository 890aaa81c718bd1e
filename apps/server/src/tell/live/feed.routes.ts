import { hash, timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import { beginFrame, eventsFrame } from "./feed.ts";
import type { Hub } from "./hub.ts";
import { hasHungUp, sendOrCut, startPings, writeHead } from "./open-stream.ts";

export const FEED_PATH = "/api/edge/events";
const FEED = { config: { isStream: true }, schema: { hide: true } } as const;
/** Behind a balancer another process may be a moment behind the one that an edge heard before. */
const BEHIND_MS = 3000;
const LOOK_EVERY_MS = 50;
/** An edge with more than this unread is cut off. What it begins with is some megabytes by itself. */
const MOST_UNREAD_BYTES = 64 * 1024 * 1024;

/** GET /api/edge/events: all events, for the edges of this club alone (docs/decisions/0021-edge.md). */
export function feedRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Querystring: { after?: unknown } }>(FEED_PATH, FEED, async (request, reply) => {
    requireEdge(ctx, request);
    const { after } = request.query;
    const from = typeof after === "string" && /^\d{1,18}$/.test(after) ? BigInt(after) : null;
    if (from !== null) await untilReached(ctx.hub, from);
    if (!hasHungUp(reply)) openFeed(ctx, reply, from);
  });
}

/** @throws not_found at a club that has no edges; session.needed for another token, or none */
function requireEdge({ settings }: Pick<AppContext, "settings">, request: FastifyRequest): void {
  if (settings.edgeToken === undefined) throw new Refusal("not_found");
  const given = digestOf(request.headers.authorization ?? "");
  if (!timingSafeEqual(given, digestOf(`Bearer ${settings.edgeToken}`))) {
    throw new Refusal("session.needed");
  }
}

/** Of one length, whatever was sent. */
function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

async function untilReached(hub: Hub, seq: bigint): Promise<void> {
  const until = performance.now() + BEHIND_MS;
  while (hub.lastSeq < seq && performance.now() < until) await pause(LOOK_EVERY_MS);
}

/** First what the edge lacks, or all that is in memory where it cannot go on, then what comes. */
function openFeed(
  { hub, streams }: Pick<AppContext, "hub" | "streams">,
  reply: FastifyReply,
  from: bigint | null,
): void {
  const raw = writeHead(reply);
  const missed = from === null ? null : hub.after(from);
  if (missed === null) raw.write(beginFrame(hub.memory));
  else if (missed.length > 0) raw.write(eventsFrame(missed));
  // An edge that is where we are hears at once that it is connected.
  else raw.write(": nothing is missing\n\n");
  const endTap = hub.tap((events) => sendOrCut(raw, eventsFrame(events), MOST_UNREAD_BYTES));
  const stopPings = startPings(raw);
  const forget = streams.add(raw);
  raw.on("close", () => {
    endTap();
    stopPings();
    forget();
  });
}
