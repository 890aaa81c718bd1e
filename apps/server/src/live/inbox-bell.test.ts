import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { InboxBell } from "./inbox-bell.ts";

test("the writer of this process is called at once, and nobody else is told", async () => {
  const notify = vi.fn(async () => undefined);
  const heard = vi.fn();
  const bell = new InboxBell(notify, 1);
  bell.hear(heard);
  bell.ring();
  bell.ring();
  expect(heard).toHaveBeenCalledTimes(2);
  await sleep(10);
  expect(notify).not.toHaveBeenCalled();
});

test("a writer elsewhere is told once for many rings, and again later; a lost message harms nothing", async () => {
  const notify = vi.fn(async () => {
    throw new Error("the database is away");
  });
  const bell = new InboxBell(notify, 1);
  for (let i = 0; i < 100; i++) bell.ring();
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1));
  bell.ring();
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
});
