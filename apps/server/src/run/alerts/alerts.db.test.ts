import { HttpDouble } from "@club/doubles";
import { present } from "@club/domain";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { condition, forgetAlerts, queuedAlerts, turnAlerts } from "../../test/alerts.ts";
import type { Told } from "../../test/alerts.ts";
import { startClub } from "../../test/club.ts";
import type { ByHand, TestClub } from "../../test/club.ts";
import { deliverDue } from "../../tell/delivery/deliver.ts";
import { alertsChannel } from "../../tell/outbox/alerts-channel.ts";
import { watchAlerts } from "./watch-alerts.ts";

/* Operators hear of what is wrong, once, and of its end, once. */

const SECRET = `whsec_${Buffer.from("what alerts are signed with, at least").toString("base64")}`;
const MAILS = ["ann@example.org", "bob@example.org"];

let club: TestClub;
let program: HttpDouble;

beforeAll(async () => {
  program = await new HttpDouble(() => ({ status: 200 })).start();
  club = await startClub({
    env: {
      CLUB_ALERTS_MAIL: MAILS.join(","),
      CLUB_ALERTS_URL: `${program.url}/alerts`,
      CLUB_ALERTS_SECRET: SECRET,
    },
  });
});
afterAll(async () => {
  await club.close();
  await program.close();
});
beforeEach(async () => {
  await forgetAlerts(club);
  program.failAlways(null);
  program.seen.length = 0;
});

const turn = async (state: "on" | "off"): Promise<void> => await turnAlerts(club, state);
const queued = async (): Promise<Told[]> => await queuedAlerts(club);
const deliver = async (): Promise<number> => await deliverDue(club.ctx, [alertsChannel]);
const hear = (): ByHand[] => program.seen.map(({ body }) => JSON.parse(body));

test("told once to everybody when it begins, once when it is over, and again when it comes back", async () => {
  const trouble = condition();
  const look = async (): Promise<void> => await watchAlerts(club.ctx, [trouble]);
  await look();
  expect(await queued()).toEqual([]);
  trouble.holds = ["a"];
  for (let n = 0; n < 3; n += 1) await look();
  const begun = await queued();
  expect(begun.map(({ channel, to }) => [channel, to])).toEqual([
    ["mail", MAILS[0]],
    ["mail", MAILS[1]],
    ["alerts", `${program.url}/alerts`],
  ]);
  expect(begun[0]?.subject).toMatch(/: trouble a$/);
  expect(begun[0]?.text).toMatch(/^trouble a\n\nSince .+\.\n\nDo something\.\n$/);
  trouble.holds = [];
  for (let n = 0; n < 3; n += 1) await look();
  const all = await queued();
  expect(all).toHaveLength(6);
  expect(all[3]?.text).toMatch(/^over: trouble a\n\nSince .+, over at .+\.\n$/);
  trouble.holds = ["a"];
  await look();
  expect(await queued()).toHaveLength(9);
});

test("each of several is told by itself; of two processes that look at once, one tells", async () => {
  const trouble = condition();
  trouble.holds = ["a", "b"];
  await Promise.all([1, 2, 3].map(async () => await watchAlerts(club.ctx, [trouble])));
  trouble.holds = ["b"];
  await watchAlerts(club.ctx, [trouble]);
  await deliver();
  expect(hear().map(({ type, data }) => [type, data.subject])).toEqual([
    ["alert.began", "a"],
    ["alert.began", "b"],
    ["alert.ended", "a"],
  ]);
});

test("what passes by itself is told to nobody", async () => {
  const trouble = condition("test", 60);
  trouble.holds = [""];
  await watchAlerts(club.ctx, [trouble]);
  trouble.holds = [];
  await watchAlerts(club.ctx, [trouble]);
  expect(await queued()).toEqual([]);
  trouble.holds = [""];
  await watchAlerts(club.ctx, [trouble]);
  await club.asAdmin("UPDATE alert SET began_at = began_at - interval '61 seconds'");
  await watchAlerts(club.ctx, [trouble]);
  expect(await queued()).toHaveLength(3);
});

test("what begins while the connection is off is told when it is on, if it still holds", async () => {
  const [one, other] = [condition("one"), condition("other")];
  [one.holds, other.holds] = [["x"], ["y"]];
  await turn("off");
  await watchAlerts(club.ctx, [one, other]);
  one.holds = [];
  await watchAlerts(club.ctx, [one, other]);
  expect(await queued()).toEqual([]);
  await turn("on");
  await watchAlerts(club.ctx, [one, other]);
  expect((await queued()).map(({ text }) => text.includes("trouble y"))).toEqual([
    true,
    true,
    true,
  ]);
});

test("a release that has not got a condition any more ends it without a word", async () => {
  const gone = condition("gone");
  gone.holds = [""];
  await watchAlerts(club.ctx, [gone]);
  await watchAlerts(club.ctx, []);
  expect(await club.query("SELECT * FROM alert")).toEqual([]);
  expect(await queued()).toHaveLength(3);
});

describe("the webhook", () => {
  test("is signed as Standard Webhooks asks, and says what is wrong and what to do", async () => {
    const trouble = condition();
    trouble.holds = [""];
    await watchAlerts(club.ctx, [trouble]);
    await deliver();
    const [seen] = program.seen;
    const { body, headers } = present(seen, "the program was told");
    new Webhook(SECRET).verify(body, headers);
    expect(JSON.parse(body)).toEqual({
      type: "alert.began",
      timestamp: expect.any(String),
      data: {
        condition: "test",
        subject: "",
        text: "trouble",
        what_to_do: "Do something.",
        since: expect.any(String),
        until: null,
      },
    });
  });

  test.each([
    ["down", { kind: "status", status: 503 }],
    ["at a wrong address", { kind: "status", status: 404 }],
    ["locked", { kind: "status", status: 401 }],
    ["cut off after it heard", { kind: "cut_after_work" }],
  ] as const)("that is %s is told again under the same id", async (_what, fault) => {
    const trouble = condition();
    trouble.holds = [""];
    await watchAlerts(club.ctx, [trouble]);
    program.failNext(fault);
    await deliver();
    expect(
      await club.query("SELECT kind FROM connection_health WHERE failure IS NOT NULL"),
    ).toEqual([{ kind: "alerts" }]);
    await club.query("UPDATE delivery SET next_at = club_now() WHERE channel = 'alerts'");
    await deliver();
    expect(await deliver()).toBe(0);
    expect(new Set(program.seen.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(program.seen).toHaveLength(2);
    const rows = await club.query("SELECT state, attempts FROM delivery WHERE channel = 'alerts'");
    expect(rows).toEqual([{ state: "delivered", attempts: 2 }]);
  });

  test("is no message of the outbox", async () => {
    const trouble = condition();
    trouble.holds = [""];
    await watchAlerts(club.ctx, [trouble]);
    const { token } = await club.operator();
    const { body } = await club.call("GET", "/api/operator/outbox", { token });
    expect(body.list.map(({ to }: { to: string }) => to)).toEqual(MAILS.toReversed());
  });
});

test("a test is heard by the program, and says so where no mail can leave", async () => {
  const connection = present(await club.ctx.connections.open("alerts"), "it is on");
  const asked = { ctx: club.ctx, to: null };
  await expect(connection.provider.test(connection.adapter as never, asked)).rejects.toMatchObject({
    code: "connection.off",
    params: { kind: "mail" },
  });
  expect(hear()).toMatchObject([{ type: "alert.test" }]);
});
