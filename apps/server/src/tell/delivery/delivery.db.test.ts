import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { AWAY, channelOf, deliver, dueNow, OK, queue, rows } from "../../test/played-channel.ts";
import type { Outcome } from "./define-channel.ts";
import { tidyDeliveries } from "./deliver.ts";
import { openMessage, queueMessage } from "../outbox/queue-message.ts";

/* The worker: every order of a try, its answer and the queue. */

let club: TestClub;
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());
beforeEach(async () => {
  await club.query("DELETE FROM delivery");
});

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
    await queue(club, "1");
    expect(await deliver(club, channel)).toBe(1);
    expect(await rows(club)).toMatchObject([{ attempts: 1, ...row }]);
    expect(await deliver(club, channel)).toBe(0);
    expect(told).toHaveLength(1);
  });

  test("whoever is left out of the recipients is gone", async () => {
    const { channel } = channelOf(() => OK, { recipients: async () => new Map() });
    await queue(club, "1");
    await deliver(club, channel);
    expect(await rows(club)).toMatchObject([{ state: "failed", error: "gone" }]);
  });
});

test("away, again and again: later each time under one id, then given up", async () => {
  const { channel, ids } = channelOf(() => AWAY);
  await queue(club, "1");
  for (const wait of [10, 100]) {
    await deliver(club, channel);
    const [row] = await rows(club);
    expect(row).toMatchObject({ state: "queued" });
    expect(row?.["waits"]).toBeGreaterThan(wait - 5);
    expect(row?.["waits"]).toBeLessThanOrEqual(wait * 1.1);
    await dueNow(club);
  }
  await deliver(club, channel);
  expect(await rows(club)).toMatchObject([{ state: "given_up", attempts: 3, error: "server" }]);
  await dueNow(club);
  expect(await deliver(club, channel)).toBe(0);
  expect(new Set(ids).size).toBe(1);
});

test("whoever asks for more time gets it, a day at most and never beyond its end", async () => {
  let afterS = 300;
  const { channel } = channelOf(() => ({ kind: "retry", error: "busy", answer: 429, afterS }));
  const waits = async (): Promise<number> => {
    await deliver(club, channel);
    return (await rows(club))[0]?.["waits"] as number;
  };
  await queue(club, "1", 200_000);
  expect(await waits()).toBeGreaterThan(290);
  await dueNow(club);
  afterS = 10_000_000;
  const longest = await waits();
  expect(longest).toBeGreaterThan(86_000);
  expect(longest).toBeLessThanOrEqual(86_400 * 1.1);
  await club.query("DELETE FROM delivery");
  await queue(club, "1", 600);
  expect(await waits()).toBeLessThanOrEqual(600);
});

test("a mistake of our own is one message's: the others go out, it comes again, and the log hears of it", async () => {
  const { channel, told } = channelOf((to) => {
    if (to === "1") throw new Error("a mistake");
    return OK;
  });
  await queue(club, "1");
  await queue(club, "2");
  await expect(deliver(club, channel)).rejects.toThrow("a mistake");
  expect(told.toSorted()).toEqual(["1", "2"]);
  expect(await rows(club)).toMatchObject([
    { state: "queued", error: "fault", attempts: 1 },
    { state: "delivered" },
  ]);
});

test("one that does not answer holds up nobody: neither others nor another channel", async () => {
  const answer = Promise.withResolvers<Outcome>();
  const { channel, told } = channelOf((to) => (to === "silent" ? answer.promise : OK), {
    timeoutMs: 120_000,
    atOnce: 4,
  });
  for (let n = 0; n < 20; n += 1) await queue(club, "silent");
  for (let n = 0; n < 12; n += 1) await queue(club, String(n));
  const other = channelOf(() => OK, { name: "mail" });
  const mail = { channel: "mail", purpose: "notice", to: "m", text: "", code: null } as const;
  await queueMessage(club.ctx, club.ctx.db.jobs, mail);
  const round = deliver(club, channel, other.channel);
  const delivered = async (): Promise<number> =>
    (await rows(club)).filter(({ state }) => state === "delivered").length;
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
  await queue(club, "1");
  await deliver(club, channel);
  expect(await rows(club)).toMatchObject([{ state: "queued", error: "timeout", answer: 0 }]);
});

test("a channel that is off keeps what waits, until its time is over; then it is not sent any more", async () => {
  let isOn = false;
  const { channel, told } = channelOf(() => OK, { isOn: async () => isOn });
  await queue(club, "lives");
  await queue(club, "code", 0);
  expect(await deliver(club, channel)).toBe(0);
  expect(await rows(club)).toMatchObject([
    { state: "queued", attempts: 0 },
    { state: "given_up", error: "expired", ended: true },
  ]);
  isOn = true;
  await deliver(club, channel);
  expect(told).toEqual(["lives"]);
});

test("a channel switched off between the claim and the try keeps what it claimed", async () => {
  let isOn = false;
  const { channel, told } = channelOf(() => OK, {
    recipients: async (ctx, deliveries) =>
      isOn ? new Map(deliveries.map((each) => [each.id, openMessage(ctx, each).to])) : null,
  });
  await queue(club, "1");
  await deliver(club, channel);
  expect(await rows(club)).toMatchObject([{ state: "queued", error: "unreachable", ended: false }]);
  expect(told).toEqual([]);
  isOn = true;
  await dueNow(club);
  await deliver(club, channel);
  expect(told).toEqual(["1"]);
  expect(await rows(club)).toMatchObject([{ state: "delivered", attempts: 2 }]);
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
  expect(await rows(club)).toEqual([]);
  ok(await change());
  expect(await rows(club)).toMatchObject([{ state: "queued" }]);
});

test.each([
  ["made", "created_at", { made: 2 }],
  ["over", "expires_at", { over: 2 }],
  ["ended", "ended_at", { ended: 2 }],
])("what was %s long ago is forgotten, and nothing before", async (_rule, column, keepDays) => {
  const { channel } = channelOf(() => OK, { keepDays });
  await queue(club, "1");
  await deliver(club, channel);
  const back = async (hours: number): Promise<number> => {
    await club.asAdmin(
      `UPDATE delivery SET ${column} = club_now() - make_interval(hours => ${hours})`,
    );
    await tidyDeliveries(club.ctx, [channel]);
    return (await rows(club)).length;
  };
  expect(await back(47)).toBe(1);
  expect(await back(49)).toBe(0);
});
