import { fastify } from "fastify";
import { expect, test } from "vitest";
import { addOverload } from "./overload.ts";

const SLOW_NS = 250e6;
const lagOf = (lagNs: () => number) => ({ lagNs, begin: () => undefined, end: () => undefined });

test.each([
  ["/api/order/place-order", 200],
  ["/api/order/resolve", 200],
  ["/api/operator/races", 200],
  ["/console/*", 200],
  ["/app/*", 500],
  ["/api/hooks/payments/:provider", 200],
  ["/api/hooks/sms/:provider", 200],
  ["/healthz", 200],
  ["/readyz/read", 200],
  ["/api/order/list", 500],
  ["/api/events/races", 500],
])("with a slow event loop %s answers %i", async (path, status) => {
  const app = fastify();
  addOverload(
    app,
    lagOf(() => SLOW_NS),
  );
  app.get(path, () => "ok");
  expect((await app.inject(path)).statusCode).toBe(status);
  await app.close();
});

test("with a quick one everything is answered", async () => {
  const app = fastify();
  addOverload(
    app,
    lagOf(() => 20e6),
  );
  app.get("/api/events/races", () => "ok");
  expect((await app.inject("/api/events/races")).statusCode).toBe(200);
  await app.close();
});

test("what the start took counts for nobody who comes after it", async () => {
  const app = fastify();
  let lagNs = SLOW_NS;
  addOverload(app, { ...lagOf(() => lagNs), begin: () => (lagNs = 0) });
  app.get("/api/events/races", () => "ok");
  expect((await app.inject("/api/events/races")).statusCode).toBe(500);
  await app.listen({ port: 0, host: "127.0.0.1" });
  expect((await app.inject("/api/events/races")).statusCode).toBe(200);
  await app.close();
});
