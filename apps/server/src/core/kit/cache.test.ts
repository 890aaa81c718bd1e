import { expect, onTestFinished, test, vi } from "vitest";
import { TtlCache } from "./cache.ts";

const FOR_EVER_MS = Number.POSITIVE_INFINITY;

test("all who ask at once share one load", async () => {
  const load = vi.fn(async () => await Promise.resolve("list"));
  const cache = new TtlCache<string>(FOR_EVER_MS);
  expect(await Promise.all([1, 2, 3].map(() => cache.get("a", load)))).toEqual([
    "list",
    "list",
    "list",
  ]);
  expect(load).toHaveBeenCalledTimes(1);
});

test("what is too old, forgotten or of another key is loaded anew", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn(async () => await Promise.resolve(load.mock.calls.length));
  const cache = new TtlCache<number>(30);
  expect(await cache.get("a", load)).toBe(1);
  expect(await cache.get("a", load)).toBe(1);
  expect(await cache.get("b", load)).toBe(2);
  cache.forget("a");
  expect(await cache.get("a", load)).toBe(3);
  vi.advanceTimersByTime(30);
  expect(await cache.get("a", load)).toBe(4);
});

test("a failed load is told to all who waited and not kept", async () => {
  const cache = new TtlCache<string>(FOR_EVER_MS);
  const fail = async () => await Promise.reject<string>(new Error("away"));
  const asked = await Promise.allSettled([cache.get("a", fail), cache.get("a", fail)]);
  expect(asked.map((each) => each.status)).toEqual(["rejected", "rejected"]);
  expect(await cache.get("a", async () => await Promise.resolve("back"))).toBe("back");
});

test("made-up keys do not fill it", async () => {
  const cache = new TtlCache<number>(FOR_EVER_MS);
  const load = vi.fn(async () => await Promise.resolve(0));
  await cache.get("first", load);
  for (let i = 0; i < 1000; i += 1) await cache.get(`key ${i}`, load);
  await cache.get("first", load);
  expect(load).toHaveBeenCalledTimes(1002);
});
