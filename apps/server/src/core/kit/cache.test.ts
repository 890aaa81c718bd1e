import { expect, onTestFinished, test, vi } from "vitest";
import { ShortMemory } from "./cache.ts";

const FOR_EVER_MS = Number.POSITIVE_INFINITY;

test("all who ask at once share one load", async () => {
  const load = vi.fn(async () => await Promise.resolve("list"));
  const memory = new ShortMemory<string>(FOR_EVER_MS);
  expect(await Promise.all([1, 2, 3].map(() => memory.get("a", load)))).toEqual([
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
  const memory = new ShortMemory<number>(30);
  expect(await memory.get("a", load)).toBe(1);
  expect(await memory.get("a", load)).toBe(1);
  expect(await memory.get("b", load)).toBe(2);
  memory.forget("a");
  expect(await memory.get("a", load)).toBe(3);
  vi.advanceTimersByTime(30);
  expect(await memory.get("a", load)).toBe(4);
});

test("a failed load is told to all who waited and not remembered", async () => {
  const memory = new ShortMemory<string>(FOR_EVER_MS);
  const fail = async () => await Promise.reject<string>(new Error("away"));
  const asked = await Promise.allSettled([memory.get("a", fail), memory.get("a", fail)]);
  expect(asked.map((each) => each.status)).toEqual(["rejected", "rejected"]);
  expect(await memory.get("a", async () => await Promise.resolve("back"))).toBe("back");
});

test("made-up keys do not fill the memory", async () => {
  const memory = new ShortMemory<number>(FOR_EVER_MS);
  const load = vi.fn(async () => await Promise.resolve(0));
  await memory.get("first", load);
  for (let i = 0; i < 1000; i += 1) await memory.get(`key ${i}`, load);
  await memory.get("first", load);
  expect(load).toHaveBeenCalledTimes(1002);
});
