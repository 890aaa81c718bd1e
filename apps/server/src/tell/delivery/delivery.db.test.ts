import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { interruptAt } from "../../core/kit/crash-points.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { defineChannel } from "./define-channel.ts";
import type { Channel, ChannelOptions, Delivery, Outcome } from "./define-channel.ts";
import { deliverDue, tidyDeliveries } from "./deliver.ts";
import { openMessage, queueMessage } from "../outbox/queue-message.ts";

/* The worker: every order of a try, its answer, a kill, a second process and the queue. */

let club: TestClub;
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());
beforeEach(async () => {
  await club.query("DELETE FROM delivery");
});
afterEach(() => interruptAt(null));

const OK: Outcome = { kind: "delivered", answer: 200 };
const AWAY: Outcome = { kind: "retry", error: "server", answer: 503 };

/** A channel whose other side the test plays; what it was sent, by phone, in order. */
function channelOf(
  send: (to: string, delivery: Delivery) => Outcome | Promise<Outcome>,
  rules: Partial<ChannelOptions<string>> = {},
): { told: string[]; ids: string[]; channel: Channel } {
  const told: string[] = [];
  const ids: string[] = [];
  const channel = defineChannel<string>({
    name: "sms",
    isOn: () => true,
    waitsS: [10, 100],
    timeoutMs: 20_000,
    atOnce: 10,
    perRecipient: 2,
    keepDays: { made: 7 },
    recipients: async (ctx, deliveries) =>
      new Map(deliveries.map((each) => [each.id, openMessage(ctx, each).to])),
    send: async (_ctx, delivery, to) => {
      told.push(to);
      ids.push(delivery.id);
      return await send(to, delivery);
    },
    ...rules,
  });
  return { told, ids, channel };
}

async function queue(to: string, livesS = 600): Promise<void> {
  const message = { channel: "sms", purpose: "notice", to, text: "", code: null, livesS } as const;
  await queueMessage(club.ctx, club.ctx.db.jobs, message);
}

const deliver = async (...channels: Channel[]): Promise<number> =>
  await deliverDue(club.ctx, channels);
const dueNow = async (): Promise<unknown> =>
  await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
const rows = async (): Promise<Record<string, unknown>[]> =>
  await club.query(
    `SELECT state, attempts, error, answer, extract(epoch FROM next_at - club_now())::float AS waits,
       ended_at IS NOT NULL AS ended FROM delivery ORDER BY id`,
  );

describe("what comes of a try", () => {
  test.each<[string, Outcome, object]>([
    ["taken", OK, { state: "delivered", error: null, answer: 200, ended: true }],
    ["away", AWAY, { state: "queued", error: "server", answer: 503, ended: false }],
    [
      "never taken",
      { kind: "failed", error: "refused", answer: 400 },
      { state: "failed", error: "refused", answer: 400, ended: true },
    ],
    ["gone", { kind: "failed", error: "gone" }, { state: "failed", error: "gone", ended: true }],
    [
      "not wanted any more",
      { kind: "dropped", error: "unwanted" },
      { state: "given_up", error: "unwanted", ended: true },
    ],
  ])("%s", async (_what, outcome, row) => {
    const { channel, told } = channelOf(() => outcome);
    await queue("1");
    expect(await deliver(channel)).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 1, ...row }]);
    expect(await deliver(channel)).toBe(0);
    expect(told).toHaveLength(1);
  });

  test("whoever is left out of the recipients is gone", async () => {
    const { channel } = channelOf(() => OK, { recipients: async () => new Map() });
    await queue("1");
    await deliver(channel);
    expect(await rows()).toMatchObject([{ state: "failed", error: "gone" }]);
  });
});

test("away, again and again: later each time under one id, then given up", async () => {
  const { channel, ids } = channelOf(() => AWAY);
  await queue("1");
  for (const wait of [10, 100]) {
    await deliver(channel);
    const [row] = await rows();
    expect(row).toMatchObject({ state: "queued" });
    expect(row?.["waits"]).toBeGreaterThan(wait - 5);
    expect(row?.["waits"]).toBeLessThanOrEqual(wait * 1.1);
    await dueNow();
  }
  await deliver(channel);
  expect(await rows()).toMatchObject([{ state: "given_up", attempts: 3, error: "server" }]);
  await dueNow();
  expect(await deliver(channel)).toBe(0);
  expect(new Set(ids).size).toBe(1);
});

test("whoever asks for more time gets it, a day at most and never beyond its end", async () => {
  let afterS = 300;
  const { channel } = channelOf(() => ({ kind: "retry", error: "busy", answer: 429, afterS }));
  const waits = async (): Promise<number> => {
    await deliver(channel);
    return (await rows())[0]?.["waits"] as number;
  };
  await queue("1", 200_000);
  expect(await waits()).toBeGreaterThan(290);
  await dueNow();
  afterS = 10_000_000;
  const longest = await waits();
  expect(longest).toBeGreaterThan(86_000);
  expect(longest).toBeLessThanOrEqual(86_400 * 1.1);
  await club.query("DELETE FROM delivery");
  await queue("1", 600);
  expect(await waits()).toBeLessThanOrEqual(600);
});

describe("a process that dies", () => {
  test.each([
    ["before it was sent", "delivery.claimed", 0],
    ["after it was sent, before that was noted", "delivery.sent", 1],
  ])("%s: the next one sends it under the same id", async (_when, place, before) => {
    const { channel, told, ids } = channelOf(() => OK);
    await queue("1");
    interruptAt(place);
    await expect(deliver(channel)).rejects.toThrow(place);
    expect(told).toHaveLength(before);
    const [row] = await rows();
    expect(row).toMatchObject({ state: "sending", attempts: 1, ended: false });
    // Nobody claims it while its process may still be working.
    expect(row?.["waits"]).toBeGreaterThan(20);
    expect(await deliver(channel)).toBe(0);
    await dueNow();
    expect(await deliver(channel)).toBe(1);
    expect(await rows()).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect(new Set(ids).size).toBe(1);
  });

  test("after it was noted: nothing is sent again", async () => {
    const { channel, told } = channelOf(() => OK);
    await queue("1");
    interruptAt("delivery.noted");
    await expect(deliver(channel)).rejects.toThrow("delivery.noted");
    await dueNow();
    expect(await deliver(channel)).toBe(0);
    expect(told).toHaveLength(1);
  });

  test("each time at the same message: given up after as many tries as any other", async () => {
    const { channel } = channelOf(() => OK);
    await queue("1");
    for (let n = 0; n < 3; n += 1) {
      interruptAt("delivery.sent");
      await expect(deliver(channel)).rejects.toThrow("delivery.sent");
      await dueNow();
    }
    expect(await deliver(channel)).toBe(0);
    expect(await rows()).toMatchObject([{ state: "given_up", attempts: 3, error: "fault" }]);
  });
});

test("a mistake of our own is one message's: the others go out, it comes again, and the log hears of it", async () => {
  const { channel, told } = channelOf((to) => {
    if (to === "1") throw new Error("a mistake");
    return OK;
  });
  await queue("1");
  await queue("2");
  await expect(deliver(channel)).rejects.toThrow("a mistake");
  expect(told.toSorted()).toEqual(["1", "2"]);
  expect(await rows()).toMatchObject([
    { state: "queued", error: "fault", attempts: 1 },
    { state: "delivered" },
  ]);
});

test("several processes at once: each message is sent once", async () => {
  const { channel, told } = channelOf(() => OK);
  const phones = Array.from({ length: 30 }, (_, n) => String(n));
  for (const phone of phones) await queue(phone);
  await Promise.all([deliver(channel), deliver(channel), deliver(channel)]);
  expect(told.toSorted()).toEqual(phones.toSorted());
});

test("an answer that comes after its lease is another try's: it changes nothing", async () => {
  const slow = async () => {
    const answer = Promise.withResolvers<Outcome>();
    const { channel, told } = channelOf(() => answer.promise);
    const round = deliver(channel);
    await expect.poll(() => told).toHaveLength(1);
    const end = async (outcome: Outcome): Promise<void> => {
      answer.resolve(outcome);
      await round;
    };
    return { end };
  };
  await queue("1");
  const first = await slow();
  await dueNow();
  const second = await slow();
  await first.end({ kind: "failed", error: "refused", answer: 400 });
  expect(await rows()).toMatchObject([{ state: "sending", attempts: 2, answer: null }]);
  await second.end(OK);
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 2, answer: 200 }]);
});

test("one that does not answer holds up nobody: neither others nor another channel", async () => {
  const answer = Promise.withResolvers<Outcome>();
  const { channel, told } = channelOf((to) => (to === "silent" ? answer.promise : OK), {
    timeoutMs: 120_000,
    atOnce: 4,
  });
  for (let n = 0; n < 20; n += 1) await queue("silent");
  for (let n = 0; n < 12; n += 1) await queue(String(n));
  const other = channelOf(() => OK, { name: "mail" });
  const mail = { channel: "mail", purpose: "notice", to: "m", text: "", code: null } as const;
  await queueMessage(club.ctx, club.ctx.db.jobs, mail);
  const round = deliver(channel, other.channel);
  const delivered = async (): Promise<number> =>
    (await rows()).filter(({ state }) => state === "delivered").length;
  await expect.poll(delivered).toBe(13);
  expect(other.told).toEqual(["m"]);
  // All of that while the silent one's first two are still unanswered.
  expect(told.filter((to) => to === "silent")).toHaveLength(2);
  answer.resolve(OK);
  await round;
  expect(await delivered()).toBe(33);
});

test("a try that takes too long is over, and comes again", async () => {
  const { channel } = channelOf(async () => await new Promise<Outcome>(() => undefined), {
    timeoutMs: 50,
  });
  await queue("1");
  await deliver(channel);
  expect(await rows()).toMatchObject([{ state: "queued", error: "timeout", answer: 0 }]);
});

test("a channel that is off keeps what waits, until its time is over; then it is not sent any more", async () => {
  let isOn = false;
  const { channel, told } = channelOf(() => OK, { isOn: async () => isOn });
  await queue("lives");
  await queue("code", 0);
  expect(await deliver(channel)).toBe(0);
  expect(await rows()).toMatchObject([
    { state: "queued", attempts: 0 },
    { state: "given_up", error: "expired", ended: true },
  ]);
  isOn = true;
  await deliver(channel);
  expect(told).toEqual(["lives"]);
});

test("a channel switched off between the claim and the try keeps what it claimed", async () => {
  let isOn = false;
  const { channel, told } = channelOf(() => OK, {
    recipients: async (ctx, deliveries) =>
      isOn ? new Map(deliveries.map((each) => [each.id, openMessage(ctx, each).to])) : null,
  });
  await queue("1");
  await deliver(channel);
  expect(await rows()).toMatchObject([{ state: "queued", error: "unreachable", ended: false }]);
  expect(told).toEqual([]);
  isOn = true;
  await dueNow();
  await deliver(channel);
  expect(told).toEqual(["1"]);
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 2 }]);
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
  await queue("1");
  let isOver = false;
  const round = deliver(channel, broken.channel).finally(() => (isOver = true));
  round.catch(() => undefined);
  await expect.poll(() => told).toEqual(["1"]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  answer.resolve(OK);
  await expect(round).rejects.toThrow("the queue fails");
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("an outcome that cannot be noted is kept, and noted with the next try to", async () => {
  const { channel } = channelOf(() => OK);
  await queue("1");
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
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("a club that stops begins nothing new", async () => {
  const { channel } = channelOf(() => OK);
  await queue("1");
  expect(await deliverDue(club.ctx, [channel], AbortSignal.abort())).toBe(0);
  expect(await rows()).toMatchObject([{ state: "queued", attempts: 0 }]);
});

test("what is rolled back is told to nobody", async () => {
  const player = await club.signUp();
  await club.query("DELETE FROM delivery");
  const body = { old_password: player.password, new_password: "a brand new secret" };
  await club.asAdmin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'not after all'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON delivery DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const change = async () =>
    await club.call("POST", "/api/user/change-password", { token: player.token, body });
  expect((await change()).status).toBe(500);
  await club.asAdmin("DROP TRIGGER refuse ON delivery; DROP FUNCTION refuse()");
  expect(await rows()).toEqual([]);
  ok(await change());
  expect(await rows()).toMatchObject([{ state: "queued" }]);
});

test.each([
  ["made", "created_at", { made: 2 }],
  ["over", "expires_at", { over: 2 }],
  ["ended", "ended_at", { ended: 2 }],
])("what was %s long ago is forgotten, and nothing before", async (_rule, column, keepDays) => {
  const { channel } = channelOf(() => OK, { keepDays });
  await queue("1");
  await deliver(channel);
  const back = async (hours: number): Promise<number> => {
    await club.asAdmin(
      `UPDATE delivery SET ${column} = club_now() - make_interval(hours => ${hours})`,
    );
    await tidyDeliveries(club.ctx, [channel]);
    return (await rows()).length;
  };
  expect(await back(47)).toBe(1);
  expect(await back(49)).toBe(0);
});
