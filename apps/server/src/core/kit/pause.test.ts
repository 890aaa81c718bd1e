import { expect, test } from "vitest";
import { pause, waitAtMost } from "./pause.ts";

const LONG_MS = 1_000_000;

test("a pause ends with its time, with its signal, and before it begins where the signal came first", async () => {
  await pause(1);
  const stop = new AbortController();
  const paused = pause(LONG_MS, stop.signal);
  stop.abort();
  await paused;
  await pause(LONG_MS, stop.signal);
});

test("some work is waited for, but no longer than its time", async () => {
  await waitAtMost(LONG_MS, Promise.resolve());
  await waitAtMost(1, new Promise(() => undefined));
  const broken = Promise.reject(new Error("broken"));
  await expect(waitAtMost(LONG_MS, broken)).rejects.toThrow("broken");
});
