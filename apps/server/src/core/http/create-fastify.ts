import { STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Refusal } from "@club/domain";
import { DEFAULT_LANGUAGE } from "@club/i18n";
import { fastify, LogController } from "fastify";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { newId } from "../kit/ids.ts";
import type { Settings } from "../settings/settings.ts";
import { refusalEnvelope } from "./envelope.ts";
import { sendError } from "./errors.ts";
import { API_HEADERS } from "./headers.ts";

const BODY_LIMIT = 65_536;
const HEADER_LIMIT = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often overly slow connections are looked for. */
const CHECK_EVERY_MS = 2000;

/** An HTTP server with the limits of all of ours, and nothing on it. */
export function createFastify(
  ctx: Pick<AppContext, "log" | "settings" | "metrics" | "disk">,
  mostConnections: number,
): FastifyInstance {
  const app = fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would cost more than the few lines that need its id.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: trustOf(ctx.settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: HEADER_LIMIT, connectionsCheckingInterval: CHECK_EVERY_MS },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(API_HEADERS);
      sendError(ctx, { error, request, reply });
    },
    clientErrorHandler: answerBrokenRequest,
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.server.maxConnections = mostConnections;
  return app;
}

/** Listens as the settings say. @returns the address for somebody on this machine */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, "host" | "port">,
): Promise<string> {
  await app.listen({ host, port });
  const { port: taken } = app.server.address() as AddressInfo;
  return `http://${shownHost(host)}:${taken}`;
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** A number counts the proxies in front: that many addresses are trusted, from ours outwards. */
function trustOf(
  trust: Settings["trustProxy"],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === "number" ? (_address, hop) => hop < trust : trust;
}

/** Answers what is not HTTP at all, for which there is no request or reply. */
function answerBrokenRequest(
  this: unknown,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  // Browsers open connections ahead of use. One that has sent nothing gets no answer: the browser
  // would take it for the answer to its next request.
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code = error.code === "HPE_HEADER_OVERFLOW" ? "request.too_large" : "request.malformed";
  const envelope = refusalEnvelope(new Refusal(code), {
    language: DEFAULT_LANGUAGE,
    requestId: "",
  });
  const body = JSON.stringify(envelope);
  const headers = Object.entries({
    ...API_HEADERS,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${envelope.status} ${STATUS_CODES[envelope.status]}\r\n${headers.join("")}\r\n${body}`,
  );
}
