import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { isOfOperators } from "../../core/http/console-host.ts";
import { routeOf } from "../../core/http/plain-path.ts";
import { networkOf } from "../../core/http/network-of.ts";
import { STREAMS_PER_ACCOUNT, STREAMS_PER_OPERATOR } from "../../core/limits/rate-limit.ts";
import { refusalOf, requireRole } from "../../desk/operators/permissions.ts";
import type { Missed, Subscriber } from "./hub.ts";

const MAX_TOPICS = 50;
/** A reader with more than this unread is cut off; it resumes by its Last-Event-ID. */
const MAX_UNREAD_BYTES = 256 * 1024;
const PING_MS = 15_000;
/** A page may show lists that the device, and the server, had kept for this long. */
const KEPT_MS = 62_000;
/** More than these are not sent to a new page: it reads anew. */
const MOST_OF_PAGE = 200;
const RETRY_MS = 2000;
/** Not counted among the requests at work; listening alone is not an action of a person. */
const STREAM = {
  config: { isStream: true },
  schema: { summary: "Server-sent events of the topics asked for.", tags: ["Live"] },
};
const NO_ACTION = { isAction: false };
/** It stands beside the calls of the contract, under the same rules. */
const DESK_STREAM = {
  method: "GET",
  path: "/api/operator/stream",
  summary: "",
  access: "operator",
} as const;
const THING_TOPIC = /^(race|sport):[0-9a-f-]{36}$/;
const PLAIN_TOPICS = new Set(["player", "races", "sports", "operator"]);

/** GET /api/stream: server-sent events of the topics asked for. Read it with fetch, not EventSource. */
export function streamRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get("/api/stream", STREAM, async (request, reply) => {
    const asked = askedTopics(request);
    const isOwn = asked.includes("player");
    const player = isOwn
      ? await ctx.sessions.requirePlayer(request, NO_ACTION)
      : await ctx.sessions.findPlayer(request);
    const own = `player:${player?.id}`;
    const topics = new Set(asked.map((topic) => (topic === "player" ? own : topic)));
    const onClose = holdPlace(ctx, player?.id, request.ip);
    if (player !== null) ctx.reads.told(player.id);
    const isStillGood = async (): Promise<boolean> =>
      !isOwn || (await ctx.sessions.findPlayer(request)) !== null;
    await openStream(ctx, { request, reply, topics, onClose, isStillGood });
  });
  app.get(DESK_STREAM.path, STREAM, async (request, reply) => {
    const operator = await ctx.sessions.requireOperator(request, NO_ACTION);
    await requireRole(ctx, { call: DESK_STREAM, operator, request });
    const topics = new Set(["operator", "races", ...askedTopics(request)]);
    const onClose = ctx.rate.hold("desk-streams", operator.id, STREAMS_PER_OPERATOR);
    const isStillGood = async (): Promise<boolean> =>
      await ctx.sessions.requireOperator(request, NO_ACTION).then(
        (now) => refusalOf(ctx, { call: DESK_STREAM, operator: now }) === null,
        () => false,
      );
    await openStream(ctx, { request, reply, topics, onClose, isStillGood });
  });
}

/**
 * Takes a place among the streams of an account, or, without one, of the address, which a whole
 * club house may share. @throws request.too_many
 */
function holdPlace(ctx: AppContext, playerId: string | undefined, address: string): () => void {
  if (playerId !== undefined) return ctx.rate.hold("streams", playerId, STREAMS_PER_ACCOUNT);
  const most = ctx.settings.streamsPerAddress;
  if (most === 0) return () => undefined;
  return ctx.rate.hold("streams-of-address", networkOf(address), most);
}

/** @throws request.invalid for an unknown topic, or too many */
function askedTopics(request: FastifyRequest): string[] {
  const { topics } = request.query as { topics?: unknown };
  const asked = typeof topics === "string" ? topics.split(",").filter((topic) => topic !== "") : [];
  const isKnown = (topic: string): boolean => PLAIN_TOPICS.has(topic) || THING_TOPIC.test(topic);
  const isOperator = isOfOperators(routeOf(request));
  const isBad = asked.some((topic) => !isKnown(topic) || (topic === "operator" && !isOperator));
  if (isBad || asked.length > MAX_TOPICS) throw new Refusal("request.invalid", { field: "topics" });
  return asked;
}

interface StreamOptions {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly topics: ReadonlySet<string>;
  readonly onClose?: () => void;
  /** Asked at every ping: a stream does not outlive its session. */
  readonly isStillGood?: () => Promise<boolean>;
}

/**
 * Holds the answer open: first what was missed since Last-Event-ID (or `resync`: read anew), for a
 * new page what came since it was opened (or `ready`: read anew), then everything as it comes. What arrives while the past is read is taken from memory in the same turn
 * in which the reader subscribes, so nothing is missed or sent twice.
 */
async function openStream(ctx: AppContext, options: StreamOptions): Promise<void> {
  const { request, topics, onClose = () => undefined } = options;
  const lastSeen = lastEventId(request);
  let missed: Missed | null = null;
  try {
    if (lastSeen !== null) missed = await ctx.hub.since(lastSeen, topics);
    else missed = await sinceOpened(ctx, request, topics);
  } catch (error) {
    onClose();
    throw error;
  }
  const position = ctx.hub.lastSeq;
  const frames = missed === null ? [] : [...missed.frames, ...ctx.hub.recent(missed.upTo, topics)];
  const raw = writeHead(options.reply, ctx.streams.retryMs(RETRY_MS));
  const control = lastSeen === null ? "ready" : "resync";
  if (missed === null) raw.write(`id: ${position}\nevent: ${control}\ndata: {}\n\n`);
  for (const frame of frames) raw.write(frame);
  const subscriber: Subscriber = { topics, send: (bytes) => sendOrCut(raw, bytes) };
  ctx.hub.add(subscriber);
  const stopPings = startPings(raw, options);
  const forget = ctx.streams.add(raw);
  raw.on("close", () => {
    stopPings();
    forget();
    ctx.hub.remove(subscriber);
    onClose();
  });
}

/** What a page of this `age` may not have read; null: too much, or not known. */
async function sinceOpened(
  ctx: AppContext,
  request: FastifyRequest,
  topics: ReadonlySet<string>,
): Promise<Missed | null> {
  const { age } = request.query as { age?: unknown };
  if (typeof age !== "string" || !/^\d{1,9}(\.\d+)?$/.test(age)) return null;
  const from = ctx.hub.lastSeqAt(Date.now() - Number(age) - KEPT_MS);
  const missed = from === null ? null : await ctx.hub.since(from, topics);
  return missed !== null && missed.frames.length <= MOST_OF_PAGE ? missed : null;
}

function writeHead(reply: FastifyReply, retryMs: number): FastifyReply["raw"] {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reply.raw.write(`retry: ${retryMs}\n\n`);
  return reply.raw;
}

/** Every 15 s: a comment keeps the way open, and the stream ends if the session has. */
function startPings(raw: FastifyReply["raw"], { isStillGood }: StreamOptions): () => void {
  const timer = setInterval(() => {
    raw.write(": ping\n\n");
    void isStillGood?.().then(
      (isGood) => isGood || raw.end(),
      () => undefined,
    );
  }, PING_MS);
  return () => clearInterval(timer);
}

function sendOrCut(raw: FastifyReply["raw"], bytes: Buffer): boolean {
  if (raw.writableLength > MAX_UNREAD_BYTES) {
    raw.destroy();
    return false;
  }
  raw.write(bytes);
  return true;
}

function lastEventId(request: FastifyRequest): bigint | null {
  const value = request.headers["last-event-id"];
  return typeof value === "string" && /^\d{1,18}$/.test(value) ? BigInt(value) : null;
}
