import { expect, test } from "vitest";
import { askWorker, KeptWorker, TooSlow } from "./worker.ts";

const UNRULY = new URL("./fixtures/unruly.worker.ts", import.meta.url);

test("orders of one thread get each its own answer", async () => {
  const thread = new KeptWorker<string, string>(UNRULY);
  const orders = ["a", "b", "c"];
  const answers = await Promise.all(orders.map(async (order) => await thread.ask(order)));
  expect(answers).toEqual(orders);
  await thread.end();
});

test.each([
  ["throw", "thrown in a thread"],
  ["exit", "A thread ended early"],
])(
  "a thread that ends by itself (%s) is told to all who wait, and the next order has a new one",
  async (order, message) => {
    const thread = new KeptWorker<string, string>(UNRULY);
    const asked = await Promise.allSettled([thread.ask("hang"), thread.ask(order)]);
    for (const one of asked) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringContaining(message) },
      });
    }
    expect(await thread.ask("a")).toBe("a");
    await thread.end();
  },
);

test("a thread whose answer takes too long is ended, and the next order has a new one", async () => {
  const thread = new KeptWorker<string, string>(UNRULY);
  await expect(thread.ask("hang", 1)).rejects.toThrow(TooSlow);
  expect(await thread.ask("a")).toBe("a");
  await thread.end();
});

test("a thread for one order ends with its answer; a file that is none is its error", async () => {
  expect(await askWorker(UNRULY, "a")).toBe("a");
  await expect(askWorker(new URL("./no-such.worker.ts", import.meta.url), "a")).rejects.toThrow();
});
