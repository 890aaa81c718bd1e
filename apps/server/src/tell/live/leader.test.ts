import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, test } from "vitest";
import { Leader } from "./leader.ts";

const log = { info: () => undefined, warn: () => undefined };

/** A connection that gets the lock, and says what became of it. */
class Line extends EventEmitter {
  isEnded = false;

  async query(): Promise<unknown> {
    return await Promise.resolve({ rows: [{ locked: true }] });
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await Promise.resolve();
  }
}

/** A leader whose work, once told to stop, goes on until its test ends it. */
function slowLeader() {
  const lines: Line[] = [];
  const works: PromiseWithResolvers<void>[] = [];
  const leader = new Leader({
    lock: 1,
    log,
    connect: async () => {
      lines.push(new Line());
      return await Promise.resolve(lines.at(-1) as unknown as pg.Client);
    },
    lead: async () => {
      works.push(Promise.withResolvers());
      await works.at(-1)?.promise;
    },
  });
  return { leader, lines, works };
}

test("a provider that is slow holds the lead for seconds only, and the stop until its answer is noted", async () => {
  const { leader, lines, works } = slowLeader();
  leader.start();
  await expect.poll(() => works).toHaveLength(1);
  let isStopped = false;
  const stopping = leader.stop().then(() => (isStopped = true));
  await expect.poll(() => lines[0]?.isEnded, { timeout: 4000 }).toBe(true);
  expect(isStopped).toBe(false);
  works[0]?.resolve();
  await stopping;
});

test("work that ends soon has ended when another process can lead", async () => {
  const { leader, lines, works } = slowLeader();
  leader.start();
  await expect.poll(() => works).toHaveLength(1);
  const stopping = leader.stop();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lines[0]?.isEnded).toBe(false);
  works[0]?.resolve();
  await stopping;
  expect(lines[0]?.isEnded).toBe(true);
});

test("a process whose connection broke leads again only when none of its own work is left", async () => {
  const { leader, lines, works } = slowLeader();
  leader.start();
  await expect.poll(() => works).toHaveLength(1);
  lines[0]?.emit("end");
  await expect.poll(() => lines[0]?.isEnded, { timeout: 4000 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(lines).toHaveLength(1);
  works[0]?.resolve();
  await expect.poll(() => works, { timeout: 4000 }).toHaveLength(2);
  works[1]?.resolve();
  await leader.stop();
});
