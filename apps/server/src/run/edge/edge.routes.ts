import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOfOperators } from "../../core/http/console-host.ts";
import { hasVersion } from "../../core/http/etag.ts";
import { isPublicTopic } from "../../tell/live/events.ts";
import { askedTopics, holdPlaceOfAddress, openStream } from "../../tell/live/open-stream.ts";
import type { EdgeContext } from "./edge-context.ts";
import type { Asked, Kept } from "./kept-answers.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** Of machines, which may show a name of their own. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/readyz/read", "/metrics"]);
/** Nothing there is for everybody, so the club is not asked. */
const NEVER = /^\/api\/(user|order|edge|docs)(\/|$)/;
const S = 1000;

/** An edge reads, for nobody in particular: everything else is for the club. Before a body is read. */
export function refuseAllButReads(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isProbe = PROBES.has(request.routeOptions.url ?? "");
    const isOfSomebody = request.headers.authorization !== undefined && !isProbe;
    if (!READS.has(request.method) || isOfSomebody) throw new Refusal("not_found");
    done();
  });
}

/** GET /api/stream of what everybody may hear, and whatever else the club marks as public. */
export function edgeRoutes(app: FastifyInstance, ctx: EdgeContext): void {
  app.get("/api/stream", { config: { isStream: true } }, async (request, reply) => {
    const topics = new Set(askedTopics(request, isPublicTopic));
    // Without events it does not know from where a reader would go on.
    if (ctx.feed.events.lastSeq === null) throw new Refusal("club.away");
    const onClose = holdPlaceOfAddress(ctx, request.ip);
    await openStream(ctx, { request, reply, topics, onClose });
  });
  for (const path of ["/", "/app"]) {
    app.get(path, (_request, reply) => reply.redirect("/app/", 302));
  }
  app.route({
    method: ["GET", "HEAD"],
    url: "*",
    handler: async (request, reply) => {
      const [path = ""] = request.url.split("?", 1);
      if (isOfOperators(path) || NEVER.test(path)) throw new Refusal("not_found");
      return await sendKept(request, reply, await ctx.kept.get(askedOf(ctx, request)));
    },
  });
}

/** What is sent on: the packing in few forms, and an origin only where the club's answers know it. */
function askedOf({ settings }: EdgeContext, { url, headers, ip }: FastifyRequest): Asked {
  const accepted = headers["accept-encoding"] ?? "";
  const packings = ["br", "gzip"].filter((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  const { origin } = headers;
  const isKnown = origin !== undefined && settings.corsOrigins.includes(origin);
  return {
    path: url,
    choice: { "accept-encoding": packings.join(", "), ...(isKnown ? { origin } : {}) },
    address: ip,
  };
}

async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
): Promise<FastifyReply> {
  const { headers, body, atMs } = kept;
  const age = Math.floor((performance.now() - atMs) / S);
  void reply.headers({ ...headers, age: String(Math.max(0, age)) });
  const etag = headers["etag"]?.replace(/^W\//, "");
  if (etag === undefined || !hasVersion(request, etag)) return await reply.send(body);
  return await reply.status(304).removeHeader("content-encoding").send();
}
