import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { build } from "vite";
import { ROOT } from "./steps.ts";

const FOLDER = join(ROOT, "packages/ui/gallery");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Builds the gallery of components into a folder. */
export async function buildGallery(outDir: string): Promise<void> {
  await build({
    configFile: join(FOLDER, "vite.config.ts"),
    logLevel: "error",
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
}

/** Serves a built gallery on this machine alone; `port` 0 takes a free one. */
export async function serveGallery(
  folder: string,
  port = 0,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, reply) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      reply.writeHead(404).end();
      return;
    }
    reply.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(reply);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
