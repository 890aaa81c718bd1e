import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InboxBell } from "./inbox-bell.ts";

const EVERY_MS = 25;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the writer of this process is called at once, and nobody else is told", () => {
  const notify = vi.fn(async () => undefined);
  const heard = vi.fn();
  const bell = new InboxBell(notify, EVERY_MS);
  bell.hear(heard);
  bell.ring();
  bell.ring();
  expect(heard).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * EVERY_MS);
  expect(notify).not.toHaveBeenCalled();
});

test("a writer elsewhere is told once for many rings, and again later; a lost message harms nothing", () => {
  const notify = vi.fn(async () => {
    throw new Error("the database is away");
  });
  const bell = new InboxBell(notify, EVERY_MS);
  for (let i = 0; i < 100; i++) bell.ring();
  vi.advanceTimersByTime(EVERY_MS);
  expect(notify).toHaveBeenCalledTimes(1);
  bell.ring();
  vi.advanceTimersByTime(EVERY_MS);
  expect(notify).toHaveBeenCalledTimes(2);
});
