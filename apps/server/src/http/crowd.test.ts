import { setTimeout as sleep } from "node:timers/promises";
import { fastify } from "fastify";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { DiskRoom } from "../disk/disk-room.ts";
import { Lifecycle } from "../lifecycle.ts";
import { addCrowd } from "./crowd.ts";
import { addErrors } from "./errors.ts";
import { createMetrics } from "./metrics.ts";

let app: FastifyInstance;
let url: string;
const lifecycle = new Lifecycle();
let finish: (() => void)[] = [];

async function start(): Promise<void> {
  const metrics = createMetrics({ stats: () => [] }, { hasProcessMetrics: false });
  const ctx = { lifecycle, metrics, disk: new DiskRoom() };
  app = fastify({ forceCloseConnections: true });
  addErrors(app, ctx);
  addCrowd(app, ctx, 2);
  app.get("/slow", async () => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return "done";
  });
  app.get("/stream", { config: { isStream: true } }, () => "open");
  app.get("/healthz", () => "ok");
  url = await app.listen({ port: 0, host: "127.0.0.1" });
}

afterEach(async () => {
  for (const one of finish) one();
  finish = [];
  await app.close();
});

const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status;

test("what is too many is turned away, and let in again when a place is free", async () => {
  await start();
  const running = [statusOf("/slow"), statusOf("/slow")];
  while (finish.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const refused = await fetch(`${url}/slow`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ code: "club.busy" });
  // Streams and the machines that watch us are not counted.
  expect(await statusOf("/stream")).toBe(200);
  expect(await statusOf("/healthz")).toBe(200);
  for (const one of finish.splice(0)) one();
  expect(await Promise.all(running)).toEqual([200, 200]);
  const next = statusOf("/slow");
  while (finish.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const one of finish.splice(0)) one();
  expect(await next).toBe(200);
});

test("somebody who hangs up gives the place back", async () => {
  await start();
  const gone = new AbortController();
  const running = [1, 2].map(
    async () => await fetch(`${url}/slow`, { signal: gone.signal }).catch(() => null),
  );
  while (finish.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  gone.abort();
  await Promise.all(running);
  // The server hears of it in its own time.
  let next = statusOf("/slow");
  while (finish.length < 3) {
    const refused = await Promise.race([next, sleep(20)]);
    if (refused === 503) next = statusOf("/slow");
  }
  for (const one of finish.splice(0)) one();
  expect(await next).toBe(200);
});

test("while it stops, running requests finish and new ones are sent away", async () => {
  await start();
  const running = statusOf("/slow");
  while (finish.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await lifecycle.drain();
  const late = await fetch(`${url}/slow`);
  expect([late.status, late.headers.get("connection")]).toEqual([503, "close"]);
  for (const one of finish.splice(0)) one();
  expect(await running).toBe(200);
});
