import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/context.ts";
import { serializerCompiler, validatorCompiler } from "../core/http/compilers.ts";
import { addConsoleHost } from "../core/http/console-host.ts";
import { createFastify } from "../core/http/create-fastify.ts";
import { addInFlightLimit } from "../core/http/in-flight.ts";
import { addDocs } from "../core/http/docs.ts";
import { addErrors } from "../core/http/errors.ts";
import { addHeaders, addOrigins } from "../core/http/headers.ts";
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

const MOST_CONNECTIONS = 12_000;

/** The server with everything on it; the caller listens. */
export async function buildServer(ctx: AppContext): Promise<FastifyInstance> {
  const app = createFastify(ctx, MOST_CONNECTIONS);
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
