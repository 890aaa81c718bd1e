import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { interruptAt } from "../../core/kit/crash-points.ts";
import { startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { channelOf, deliver, dueNow, OK, queue, rows } from "../../test/played-channel.ts";
import type { Outcome } from "./define-channel.ts";
import { deliverDue } from "./deliver.ts";

/* The worker's process: a kill, a second process, a fault in the middle, the end of the club. */

let club: TestClub;
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());
beforeEach(async () => {
  await club.query("DELETE FROM delivery");
});
afterEach(() => interruptAt(null));

describe("a process that dies", () => {
  test.each([
    ["before it was sent", "delivery.claimed", 0],
    ["after it was sent, before that was noted", "delivery.sent", 1],
  ])("%s: the next one sends it under the same id", async (_when, place, before) => {
    const { channel, told, ids } = channelOf(() => OK);
    await queue(club, "1");
    interruptAt(place);
    await expect(deliver(club, channel)).rejects.toThrow(place);
    expect(told).toHaveLength(before);
    const [row] = await rows(club);
    expect(row).toMatchObject({ state: "sending", attempts: 1, ended: false });
    // Nobody claims it while its process may still be working.
    expect(row?.["waits"]).toBeGreaterThan(20);
    expect(await deliver(club, channel)).toBe(0);
    await dueNow(club);
    expect(await deliver(club, channel)).toBe(1);
    expect(await rows(club)).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect(new Set(ids).size).toBe(1);
  });

  test("after it was noted: nothing is sent again", async () => {
    const { channel, told } = channelOf(() => OK);
    await queue(club, "1");
    interruptAt("delivery.noted");
    await expect(deliver(club, channel)).rejects.toThrow("delivery.noted");
    await dueNow(club);
    expect(await deliver(club, channel)).toBe(0);
    expect(told).toHaveLength(1);
  });

  test("each time at the same message: given up after as many tries as any other", async () => {
    const { channel } = channelOf(() => OK);
    await queue(club, "1");
    for (let n = 0; n < 3; n += 1) {
      interruptAt("delivery.sent");
      await expect(deliver(club, channel)).rejects.toThrow("delivery.sent");
      await dueNow(club);
    }
    expect(await deliver(club, channel)).toBe(0);
    expect(await rows(club)).toMatchObject([{ state: "given_up", attempts: 3, error: "fault" }]);
  });
});

test("several processes at once: each message is sent once", async () => {
  const { channel, told } = channelOf(() => OK);
  const phones = Array.from({ length: 30 }, (_, n) => String(n));
  for (const phone of phones) await queue(club, phone);
  await Promise.all([deliver(club, channel), deliver(club, channel), deliver(club, channel)]);
  expect(told.toSorted()).toEqual(phones.toSorted());
});

test("an answer that comes after its lease is another try's: it changes nothing", async () => {
  const slow = async () => {
    const answer = Promise.withResolvers<Outcome>();
    const { channel, told } = channelOf(() => answer.promise);
    const round = deliver(club, channel);
    await expect.poll(() => told).toHaveLength(1);
    const end = async (outcome: Outcome): Promise<void> => {
      answer.resolve(outcome);
      await round;
    };
    return { end };
  };
  await queue(club, "1");
  const first = await slow();
  await dueNow(club);
  const second = await slow();
  await first.end({ kind: "failed", error: "refused", answer: 400 });
  expect(await rows(club)).toMatchObject([{ state: "sending", attempts: 2, answer: null }]);
  await second.end(OK);
  expect(await rows(club)).toMatchObject([{ state: "delivered", attempts: 2, answer: 200 }]);
});

test("a queue that fails while messages are in flight waits for them, and what was sent is not sent again", async () => {
  const answer = Promise.withResolvers<Outcome>();
  const { channel, told } = channelOf(() => answer.promise);
  const broken = channelOf(() => OK, {
    name: "mail",
    isOn: () => {
      throw new Error("the queue fails");
    },
  });
  await queue(club, "1");
  let isOver = false;
  const round = deliver(club, channel, broken.channel).finally(() => (isOver = true));
  round.catch(() => undefined);
  await expect.poll(() => told).toEqual(["1"]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  answer.resolve(OK);
  await expect(round).rejects.toThrow("the queue fails");
  expect(await rows(club)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("an outcome that cannot be noted is kept, and noted with the next try to", async () => {
  const { channel } = channelOf(() => OK);
  await queue(club, "1");
  const { jobs } = club.ctx.db;
  let failures = 0;
  const failing = {
    query: async (sql: string, values?: readonly unknown[]) => {
      const isNote = typeof sql === "string" && sql.includes("provider_ref = o.ref");
      if (!isNote || failures > 0) return await jobs.query(sql, values);
      failures += 1;
      throw new Error("the database is away");
    },
  };
  const db = { ...club.ctx.db, jobs: failing as unknown as typeof jobs };
  await expect(deliverDue({ ...club.ctx, db }, [channel])).rejects.toThrow("away");
  expect(failures).toBe(1);
  expect(await rows(club)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("a club that stops begins nothing new", async () => {
  const { channel } = channelOf(() => OK);
  await queue(club, "1");
  expect(await deliverDue(club.ctx, [channel], AbortSignal.abort())).toBe(0);
  expect(await rows(club)).toMatchObject([{ state: "queued", attempts: 0 }]);
});
