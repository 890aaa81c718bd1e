import type { ServerResponse } from "node:http";
import { Refusal } from "@club/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { networkOf } from "../../core/http/network-of.ts";
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
const END_OF_CHUNK = Buffer.from("\r\n");

/** What streams need: a club process has it, and so has an edge. */
type StreamContext = Pick<AppContext, "hub" | "streams">;

/** @throws request.invalid for an unknown topic, or too many */
export function askedTopics(
  request: FastifyRequest,
  isKnown: (topic: string) => boolean,
): string[] {
  const { topics } = request.query as { topics?: unknown };
  const asked = typeof topics === "string" ? topics.split(",").filter((topic) => topic !== "") : [];
  if (!asked.every(isKnown) || asked.length > MAX_TOPICS) {
    throw new Refusal("request.invalid", { field: "topics" });
  }
  return asked;
}

/**
 * Takes a place among the streams without an account of an address, which a whole club house may
 * share. @throws request.too_many
 */
export function holdPlaceOfAddress(
  { rate, settings }: Pick<AppContext, "rate" | "settings">,
  address: string,
): () => void {
  const most = settings.streamsPerAddress;
  if (most === 0) return () => undefined;
  return rate.hold("streams-of-address", networkOf(address), most);
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
export async function openStream(ctx: StreamContext, options: StreamOptions): Promise<void> {
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
  if (hasHungUp(options.reply)) return onClose();
  const position = ctx.hub.lastSeq;
  const frames = missed === null ? [] : [...missed.frames, ...ctx.hub.recent(missed.upTo, topics)];
  const raw = writeHead(options.reply);
  raw.write(`retry: ${ctx.streams.retryMs(RETRY_MS)}\n\n`);
  const control = lastSeen === null ? "ready" : "resync";
  if (missed === null) raw.write(`id: ${position}\nevent: ${control}\ndata: {}\n\n`);
  for (const frame of frames) raw.write(frame);
  const subscriber: Subscriber = {
    topics,
    send: (bytes) => sendOrCut(raw, bytes, MAX_UNREAD_BYTES),
  };
  ctx.hub.add(subscriber);
  const stopPings = startPings(raw, options.isStillGood);
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
  ctx: StreamContext,
  request: FastifyRequest,
  topics: ReadonlySet<string>,
): Promise<Missed | null> {
  const { age } = request.query as { age?: unknown };
  if (typeof age !== "string" || !/^\d{1,9}(\.\d+)?$/.test(age)) return null;
  const from = ctx.hub.lastSeqAt(Date.now() - Number(age) - KEPT_MS);
  const missed = from === null ? null : await ctx.hub.since(from, topics);
  return missed !== null && missed.frames.length <= MOST_OF_PAGE ? missed : null;
}

/** Whoever hung up while something was looked up will not close again: nothing may be kept for them. */
export function hasHungUp(reply: FastifyReply): boolean {
  if (reply.raw.destroyed) reply.hijack();
  return reply.raw.destroyed;
}

/** The head of an answer that stays open. */
export function writeHead(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  return reply.raw;
}

/** Every 15 s: a comment keeps the way open, and the stream ends if the session has. */
export function startPings(
  raw: FastifyReply["raw"],
  isStillGood?: () => Promise<boolean>,
): () => void {
  const timer = setInterval(() => {
    raw.write(": ping\n\n");
    void isStillGood?.().then(
      (isGood) => isGood || raw.end(),
      () => undefined,
    );
  }, PING_MS);
  return () => clearInterval(timer);
}

/**
 * Writes to a reader, or cuts off one that has left more than this unread; false: nobody reads any
 * more. What thousands of readers get goes to their sockets as one piece, framed once: an answer's own
 * `write` frames and corks anew for each of them, which is a third of what a reader's event costs.
 */
export function sendOrCut(raw: ServerResponse, bytes: Buffer, mostUnread: number): boolean {
  if (raw.writableLength > mostUnread) raw.destroy();
  if (raw.destroyed || raw.writableEnded) return false;
  // An answer without chunks is one by HTTP/1.0; one without a socket waits for an earlier answer.
  if (raw.chunkedEncoding && raw.socket !== null) raw.socket.write(chunkOf(bytes));
  else raw.write(bytes);
  return true;
}

const chunks = new WeakMap<Buffer, Buffer>();

/** As HTTP/1.1 frames a part of an answer whose length is not known. */
function chunkOf(bytes: Buffer): Buffer {
  let chunk = chunks.get(bytes);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, END_OF_CHUNK]);
    chunks.set(bytes, chunk);
  }
  return chunk;
}

function lastEventId(request: FastifyRequest): bigint | null {
  const value = request.headers["last-event-id"];
  return typeof value === "string" && /^\d{1,18}$/.test(value) ? BigInt(value) : null;
}
