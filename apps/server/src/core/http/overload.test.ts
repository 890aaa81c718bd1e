import { fastify } from "fastify";
import { expect, test } from "vitest";
import { addOverload } from "./overload.ts";

const SLOW_NS = 250e6;

test.each([
  ["/api/order/place-order", 200],
  ["/api/order/resolve", 200],
  ["/api/operator/races", 200],
  ["/healthz", 200],
  ["/readyz/read", 200],
  ["/api/order/list", 500],
  ["/api/events/races", 500],
])("with a slow event loop %s answers %i", async (path, status) => {
  const app = fastify();
  addOverload(app, () => SLOW_NS);
  app.get(path, () => "ok");
  expect((await app.inject(path)).statusCode).toBe(status);
  await app.close();
});

test("with a quick one everything is answered", async () => {
  const app = fastify();
  addOverload(app, () => 20e6);
  app.get("/api/events/races", () => "ok");
  expect((await app.inject("/api/events/races")).statusCode).toBe(200);
  await app.close();
});
