import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "@club/domain";
import { DEFAULT_LANGUAGE } from "@club/i18n";
import { fastify, LogController } from "fastify";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/context.ts";
import type { Settings } from "../core/settings/settings.ts";
import { newId } from "../core/kit/ids.ts";
import { serializerCompiler, validatorCompiler } from "../core/http/compilers.ts";
import { addConsoleHost } from "../core/http/console-host.ts";
import { addInFlightLimit } from "../core/http/in-flight.ts";
import { addDocs } from "../core/http/docs.ts";
import { refusalEnvelope } from "../core/http/envelope.ts";
import { addErrors, sendError } from "../core/http/errors.ts";
import { addHeaders, addOrigins, API_HEADERS } from "../core/http/headers.ts";
import { addHealth } from "../core/http/health.ts";
import { parseJsonBody } from "../core/http/json-body.ts";
import { addRequestMetrics } from "./request-metrics.ts";
import { addTraces } from "../core/http/request-traces.ts";
import { addOverload } from "../core/http/overload.ts";
import { addPlainPaths } from "../core/http/plain-path.ts";
import { addPeople } from "../core/http/register.ts";
import { ROUTES } from "./routes.ts";
import { addSecurityTxt } from "../core/http/security-txt.ts";
import { addStatic } from "../core/http/static.ts";
import { addUnusedConnections } from "../core/http/unused-connections.ts";

const BODY_LIMIT = 65_536;
const HEADER_LIMIT = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often overly slow connections are looked for. */
const CHECK_EVERY_MS = 2000;
const MOST_CONNECTIONS = 12_000;

/** The server with everything on it; the caller listens. */
export async function buildServer(ctx: AppContext): Promise<FastifyInstance> {
  const app = createFastify(ctx);
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.server.maxConnections = MOST_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  noteRoutes(app, ctx);
  readJsonAlone(app);
  addPeople(app);
  addErrors(app, ctx);
  addTraces(app, ctx);
  addRequestMetrics(app, ctx);
  addHeaders(app, ctx.settings);
  addPlainPaths(app);
  addConsoleHost(app, ctx.settings);
  addOrigins(app, ctx.settings);
  addInFlightLimit(app, ctx);
  addUnusedConnections(app);
  // Test machines stall on their own; the hook has its own test.
  if (ctx.settings.mode !== "test") addOverload(app);
  refuseNul(app);
  noteWrites(app, ctx);
  await addDocs(app, ctx.settings);
  await addStatic(app);
  addHealth(app, ctx);
  addSecurityTxt(app, ctx.settings);
  for (const routes of ROUTES) routes(app, ctx);
  app.addHook("onClose", async () => await ctx.sessions.flush().catch(() => undefined));
  return app;
}

function createFastify(ctx: AppContext): FastifyInstance {
  return fastify({
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
}

/** A number counts the proxies in front: that many addresses are trusted, from ours outwards. */
function trustOf(
  trust: Settings["trustProxy"],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === "number" ? (_address, hop) => hop < trust : trust;
}

/** Bodies are JSON; routes that take pictures register that type themselves. */
function readJsonAlone(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string) => parseJsonBody(text),
  );
}

/** Before the answer leaves: whoever gets it reads what it did. */
function noteWrites(app: FastifyInstance, { reads }: AppContext): void {
  if (!reads.isOn) return;
  app.addHook("onSend", async (request, reply) => reads.ends(request, reply.statusCode));
}

function noteRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) ctx.routes.push({ method: one, path: url });
  });
}

/** No column can hold a NUL, so no path or query may carry one. */
function refuseNul(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.url.includes("%00")) throw new Refusal("request.malformed");
    done();
  });
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
