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

test("one that loads ahead hands out what it knows while it loads, and never what was forgotten", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ends: ((value: number) => void)[] = [];
  const load = vi.fn(async () => await new Promise<number>((resolve) => void ends.push(resolve)));
  const cache = new TtlCache<number>(100, { isAhead: true });
  const first = cache.get("a", load);
  ends[0]?.(1);
  expect(await first).toBe(1);
  vi.advanceTimersByTime(59);
  expect([await cache.get("a", load), load.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  expect([await cache.get("a", load), await cache.get("a", load)]).toEqual([1, 1]);
  expect(load).toHaveBeenCalledTimes(2);
  ends[1]?.(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await cache.get("a", load)).toBe(2);
  // Its own time begins with its loading.
  vi.advanceTimersByTime(60);
  expect([await cache.get("a", load), load.mock.calls.length]).toEqual([2, 3]);
  cache.forget("a");
  const anew = cache.get("a", load);
  ends[2]?.(3);
  ends[3]?.(4);
  expect(await anew).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(await cache.get("a", load)).toBe(4);
});

test("a value that could not be loaded ahead stays until it is too old", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = new TtlCache<string>(100, { isAhead: true });
  const fail = async () => await Promise.reject<string>(new Error("away"));
  expect(await cache.get("a", async () => await Promise.resolve("known"))).toBe("known");
  vi.advanceTimersByTime(70);
  expect(await cache.get("a", fail)).toBe("known");
  await vi.advanceTimersByTimeAsync(29);
  expect(await cache.get("a", fail)).toBe("known");
  vi.advanceTimersByTime(1);
  await expect(cache.get("a", fail)).rejects.toThrow("away");
});
