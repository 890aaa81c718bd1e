import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const APPS = join(import.meta.dirname, "../../../..");
const ONE_YEAR_S = 31_536_000;
const HASHED = /\/assets\//;

/** Serves both apps where they are built. Files under assets/ carry their hash in the name. */
export async function addStatic(app: FastifyInstance, folder = APPS): Promise<void> {
  let isFirst = true;
  for (const [name, prefix] of [
    ["player", "/app/"],
    ["console", "/console/"],
  ] as const) {
    const root = join(folder, name, "dist");
    // An edge hands on what is public, and the console is no player's.
    const asked = name === "player" ? "public, no-cache" : "no-cache";
    app.get(prefix.slice(0, -1), { schema: { hide: true } }, (_request, reply) =>
      reply.redirect(prefix, 302),
    );
    if (!existsSync(root)) continue;
    await app.register(fastifyStatic, {
      root,
      prefix,
      schemaHide: true,
      decorateReply: isFirst,
      cacheControl: false,
      // The build lays a .br and a .gz beside every text.
      preCompressed: true,
      setHeaders: (response, path) => {
        response.header("vary", "accept-encoding");
        response.header(
          "cache-control",
          HASHED.test(path) ? `public, max-age=${ONE_YEAR_S}, immutable` : asked,
        );
      },
    });
    isFirst = false;
  }
  app.get("/", { schema: { hide: true } }, (_request, reply) => reply.redirect("/app/", 302));
}
