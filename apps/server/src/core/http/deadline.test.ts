import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@club/domain";
import { expect, test } from "vitest";
import { withDeadline } from "./deadline.ts";

test("work that ends in time is its outcome, good or bad", async () => {
  expect(await withDeadline(Promise.resolve(7), 1000, "club.busy")).toBe(7);
  const broken = new Error("broken");
  await expect(withDeadline(Promise.reject(broken), 1000, "club.busy")).rejects.toBe(broken);
});

test.each(["club.busy", "bet.in_doubt"] as const)("late work is %s, and goes on", async (code) => {
  let isDone = false;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const work = end.then(() => {
    isDone = true;
  });
  await expect(withDeadline(work, 10, code)).rejects.toEqual(new Refusal(code));
  expect(isDone).toBe(false);
  resolve();
  await work;
  expect(isDone).toBe(true);
});

test("late work that fails in the end disturbs nobody", async () => {
  const { promise: work, reject } = Promise.withResolvers<void>();
  await expect(withDeadline(work, 1, "club.busy")).rejects.toThrow("club.busy");
  reject(new Error("too late"));
  // An unhandled rejection would fail the run one turn later.
  await sleep(1);
});
