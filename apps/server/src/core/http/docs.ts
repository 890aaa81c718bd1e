import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Settings } from "../settings/settings.ts";
import { isAtConsole, isOfOperators } from "./console-host.ts";

/** The parts of the document that are read here. */
interface Interface {
  readonly paths?: object;
}

/**
 * The OpenAPI document, made from the schemas that validate the calls, and a page that shows it.
 * Where operators are not served, their calls are not described either.
 */
export async function addDocs(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${settings.clubName} API`, version: "1" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  const shownTo = (request: FastifyRequest): Interface =>
    isAtConsole(request, settings) ? app.swagger() : withoutOperators(app.swagger());
  await app.register(async (scope) => {
    // The page's files would allow caching, and nothing below /api may be cached (promise S10).
    scope.addHook("onSend", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    await scope.register(swaggerUi, {
      routePrefix: "/api/docs",
      transformSpecification: (_all, request) => shownTo(request),
      transformSpecificationClone: false,
    });
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, (request) => shownTo(request));
}

/** Every schema is inline in its call, so it disappears with the path. */
function withoutOperators(all: Interface): Interface {
  const paths = Object.entries(all.paths ?? {}).filter(([path]) => !isOfOperators(path));
  return { ...all, paths: Object.fromEntries(paths) };
}
