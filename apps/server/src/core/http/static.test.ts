import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { fastify } from "fastify";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addStatic } from "./static.ts";

let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "club-static-"));
  for (const name of ["player", "console"]) {
    mkdirSync(join(folder, name, "dist/assets"), { recursive: true });
    writeFileSync(join(folder, name, "dist/index.html"), `<!doctype html>${name}`);
    writeFileSync(join(folder, name, "dist/assets/index-abc123.js"), "1");
  }
  writeFileSync(join(folder, "player/dist/sw.js"), "1");
  const script = "let long = 1;\n".repeat(200);
  writeFileSync(join(folder, "player/dist/assets/long-abc123.js"), script);
  writeFileSync(join(folder, "player/dist/assets/long-abc123.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "player/dist/assets/long-abc123.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "player/secret.txt"), "CELLAR");
  app = fastify();
  await addStatic(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["/app/", 200, "public, no-cache"],
  ["/app/index.html", 200, "public, no-cache"],
  ["/app/sw.js", 200, "public, no-cache"],
  ["/app/assets/index-abc123.js", 200, "public, max-age=31536000, immutable"],
  ["/console/", 200, "no-cache"],
  ["/console/assets/index-abc123.js", 200, "public, max-age=31536000, immutable"],
  ["/app/nothing.js", 404, undefined],
  ["/app/assets/", 404, undefined],
  ["/app/assets", 404, undefined],
  ["/app/../secret.txt", 404, undefined],
  ["/app/..%2fsecret.txt", 404, undefined],
  ["/app/%2e%2e/secret.txt", 404, undefined],
])("%s", async (path, status, cache) => {
  const answer = await app.inject(path);
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toContain("CELLAR");
  if (cache !== undefined) expect(answer.headers["cache-control"]).toBe(cache);
});

test.each([
  ["/", "/app/"],
  ["/app", "/app/"],
  ["/console", "/console/"],
])("%s leads to %s", async (from, to) => {
  const answer = await app.inject(from);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
});

test("each app has its own page", async () => {
  expect((await app.inject("/app/")).body).toContain("player");
  expect((await app.inject("/console/")).body).toContain("console");
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["", undefined],
])("what a browser takes (%s) is what it gets", async (accepted, encoding) => {
  const headers = { "accept-encoding": accepted };
  const answer = await app.inject({ url: "/app/assets/long-abc123.js", headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.vary).toBe("accept-encoding");
  expect(answer.headers["content-type"]).toContain("javascript");
  expect(answer.headers["cache-control"]).toContain("immutable");
  if (encoding !== undefined) expect(answer.rawPayload.length).toBeLessThan(200);
});
