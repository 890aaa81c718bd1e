import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings/settings.ts";
import { playerPolicy, policyOf } from "./csp.ts";
import { routeOf } from "./plain-path.ts";

/** Headers of every answer (promise S10). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

const TWO_YEARS_S = 63_072_000;
const ALLOWED_METHODS = "GET, POST, PUT, DELETE";
const ALLOWED_HEADERS =
  "authorization, content-type, idempotency-key, accept-language, last-event-id";
const EXPOSED_HEADERS = "retry-after, idempotency-replayed";
const PREFLIGHT_AGE_S = 600;

/** Sets the headers before anything else happens, so that a refusal has them too. */
export function addHeaders(app: FastifyInstance, settings: Settings): void {
  const player = playerPolicy(settings.liveHosts);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersOf(routeOf(request), player));
    if (request.protocol === "https") {
      reply.header("strict-transport-security", `max-age=${TWO_YEARS_S}; includeSubDomains`);
    }
    done();
  });
}

/**
 * Registered after the hooks that refuse a request: a caller who is refused learns nothing about
 * CORS either.
 */
export function addOrigins(app: FastifyInstance, settings: Settings): void {
  const origins = new Set(settings.corsOrigins);
  if (origins.size === 0) return;
  app.addHook("onRequest", async (request, reply) => allowOrigin({ request, reply, origins }));
}

/** For answers below /api, and for requests without a path. */
export const API_HEADERS = {
  ...SECURITY_HEADERS,
  "content-security-policy": policyOf("/api"),
  "cache-control": "no-store",
};

function headersOf(route: string, player: string): Readonly<Record<string, string>> {
  const policy = policyOf(route, player);
  if (isUnderApi(route) && policy === API_HEADERS["content-security-policy"]) return API_HEADERS;
  const headers = { ...SECURITY_HEADERS, "content-security-policy": policy };
  return isUnderApi(route) ? { ...headers, "cache-control": "no-store" } : headers;
}

function isUnderApi(route: string): boolean {
  return route === "/api" || route.startsWith("/api/");
}

/** Pages of listed origins may call the API, with a bearer header and never with cookies (promise S7). */
async function allowOrigin(call: {
  request: FastifyRequest;
  reply: FastifyReply;
  origins: ReadonlySet<string>;
}): Promise<FastifyReply | undefined> {
  const { request, reply, origins } = call;
  reply.header("vary", "origin");
  const origin = request.headers.origin;
  if (origin === undefined || !origins.has(origin) || !isUnderApi(routeOf(request)))
    return undefined;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS,
    "cross-origin-resource-policy": "cross-origin",
  });
  if (request.method !== "OPTIONS") return undefined;
  return await reply
    .headers({
      "access-control-allow-methods": ALLOWED_METHODS,
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": String(PREFLIGHT_AGE_S),
    })
    .status(204)
    .send();
}

export interface SentFile {
  readonly name: string;
  readonly type: string;
}

/** Nothing in a file may run, even where somebody opens it in a window of its own. */
const FILE_CSP = "default-src 'none'; sandbox";

/**
 * Headers of a file that is sent to its owner: never cached, never shown as a page (promises S10,
 * S15).
 */
export function asFile(reply: FastifyReply, { name, type }: SentFile): FastifyReply {
  return reply.headers({
    "content-type": type,
    "content-disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "-")}"`,
    "content-security-policy": FILE_CSP,
    "cache-control": "no-store",
  });
}
