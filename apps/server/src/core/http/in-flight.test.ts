import { fastify } from "fastify";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { DiskSpace } from "../disk/disk-space.ts";
import { Lifecycle } from "../kit/lifecycle.ts";
import { addInFlightLimit } from "./in-flight.ts";
import { addErrors } from "./errors.ts";
import { createMetrics } from "../metrics/metrics.ts";

let app: FastifyInstance;
let url: string;
const lifecycle = new Lifecycle();
let finish: (() => void)[] = [];

async function start(): Promise<void> {
  const metrics = createMetrics({ stats: () => [] }, { hasProcessMetrics: false });
  const ctx = { lifecycle, metrics, disk: new DiskSpace() };
  app = fastify({ forceCloseConnections: true });
  addErrors(app, ctx);
  addInFlightLimit(app, ctx, { requests: 2, notices: 3 });
  app.get("/slow", async () => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return "done";
  });
  app.post("/api/hooks/payments/:provider", async () => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return "taken";
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

const atWork = async (count: number): Promise<void> =>
  await expect.poll(() => finish.length).toBe(count);

/** Repeats until there is a place: the server notices with a delay that one is free. */
async function letIn(): Promise<number> {
  for (;;) {
    const status = await statusOf("/slow");
    if (status !== 503) return status;
  }
}

test("what is too many is turned away, and let in again when a place is free", async () => {
  await start();
  const running = [statusOf("/slow"), statusOf("/slow")];
  await atWork(2);
  const refused = await fetch(`${url}/slow`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ code: "club.busy" });
  // Streams and health checks are not counted.
  expect(await statusOf("/stream")).toBe(200);
  expect(await statusOf("/healthz")).toBe(200);
  for (const one of finish.splice(0)) one();
  expect(await Promise.all(running)).toEqual([200, 200]);
  const next = letIn();
  await atWork(1);
  for (const one of finish.splice(0)) one();
  expect(await next).toBe(200);
});

const tell = async (bytes: number): Promise<number> => {
  const headers = { "content-type": "application/json", "content-length": String(bytes) };
  const body = JSON.stringify("x".repeat(bytes - 2));
  return (await fetch(`${url}/api/hooks/payments/standard`, { method: "POST", headers, body }))
    .status;
};

test("notices have places of their own, beside everybody's", async () => {
  await start();
  const running = [statusOf("/slow"), statusOf("/slow"), tell(10), tell(10), tell(10)];
  await atWork(5);
  expect([await statusOf("/slow"), await tell(10)]).toEqual([503, 503]);
  for (const one of finish.splice(0)) one();
  expect(await Promise.all(running)).toEqual([200, 200, 200, 200, 200]);
});

test("somebody who hangs up gives the place back", async () => {
  await start();
  const gone = new AbortController();
  const running = [1, 2].map(
    async () => await fetch(`${url}/slow`, { signal: gone.signal }).catch(() => null),
  );
  await atWork(2);
  gone.abort();
  await Promise.all(running);
  const next = letIn();
  await atWork(3);
  for (const one of finish.splice(0)) one();
  expect(await next).toBe(200);
});

test("while it stops, running requests finish and new ones are sent away", async () => {
  await start();
  const running = statusOf("/slow");
  await atWork(1);
  await lifecycle.drain();
  const late = await fetch(`${url}/slow`);
  expect([late.status, late.headers.get("connection")]).toEqual([503, "close"]);
  for (const one of finish.splice(0)) one();
  expect(await running).toBe(200);
});
