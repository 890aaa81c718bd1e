import { expect, test, vi } from "vitest";
import { SingleFlight, perServer } from "./per-server.ts";

test("who asks while the work of a key runs gets its outcome; the next one runs it again", async () => {
  const flights = new SingleFlight<number>();
  const { promise, resolve } = Promise.withResolvers<number>();
  const work = vi.fn(async () => await promise);
  const asked = [flights.run("a", work), flights.run("a", work)];
  const other = flights.run("b", async () => await Promise.resolve(2));
  expect(await other).toBe(2);
  resolve(1);
  expect(await Promise.all(asked)).toEqual([1, 1]);
  expect(work).toHaveBeenCalledTimes(1);
  await flights.run("a", work);
  expect(work).toHaveBeenCalledTimes(2);
});

test("work that fails is told to all who wait, and begun anew by the next", async () => {
  const flights = new SingleFlight<string>();
  const fail = async (): Promise<never> => await Promise.reject(new Error("away"));
  const asked = await Promise.allSettled([flights.run("a", fail), flights.run("a", fail)]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flights.run("a", async () => await Promise.resolve("back"))).toBe("back");
});

test("each server has one of its own", () => {
  const listOf = perServer((_ctx: { db: object }) => new Set<string>());
  const [one, other] = [{ db: {} }, { db: {} }];
  listOf(one).add("a");
  expect([...listOf({ ...one })]).toEqual(["a"]);
  expect([...listOf(other)]).toEqual([]);
});
