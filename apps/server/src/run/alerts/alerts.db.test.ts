import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HttpDouble } from "@club/doubles";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { newId } from "../../core/kit/ids.ts";
import { present } from "@club/domain";
import { ok, startClub } from "../../test/club.ts";
import type { ByHand, TestClub } from "../../test/club.ts";
import { deliverDue } from "../../tell/delivery/deliver.ts";
import { alertsChannel } from "../../tell/outbox/alerts-channel.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { readGroup } from "../../core/db/setting-groups.ts";
import { ALERT_FIGURES } from "../../desk/club-settings/alert-settings.ts";
import { CONDITIONS } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
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
      CLUB_SPORTS_FEED: "/nowhere",
    },
  });
});
afterAll(async () => {
  await club.close();
  await program.close();
});
beforeEach(async () => {
  await turn("on");
  await club.query("DELETE FROM alert");
  await club.query("DELETE FROM delivery");
  await club.asAdmin("DELETE FROM connection_health");
  program.failAlways(null);
  program.seen.length = 0;
});

async function turn(state: "on" | "off"): Promise<void> {
  await club.query(
    `INSERT INTO connection (kind, is_on) VALUES ('alerts', $1) ON CONFLICT (kind) DO UPDATE SET is_on = excluded.is_on`,
    [state === "on"],
  );
  club.ctx.connections.forget();
}

interface Told {
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly subject: string | undefined;
}

/** What was queued, in order. */
async function queued(): Promise<Told[]> {
  const rows = await club.query("SELECT id, channel, sealed FROM delivery ORDER BY id");
  return rows.map((row) => {
    const { to, text, subject } = openMessage(club.ctx, row as ByHand);
    return { channel: row["channel"], to, text, subject };
  });
}

const deliver = async (): Promise<number> => await deliverDue(club.ctx, [alertsChannel]);
const hear = (): ByHand[] => program.seen.map(({ body }) => JSON.parse(body));

/** A condition that a test turns on and off. */
function condition(name = "test", afterS = 0): Condition & { holds: readonly string[] } {
  const one = {
    name,
    roles: [],
    afterS: () => afterS,
    says: (subject: string) => `trouble ${subject}`.trim(),
    todo: "Do something.",
    holds: [] as readonly string[],
    find: async () => one.holds,
  };
  return one;
}

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

describe("the console", () => {
  const ALERTS = "/api/operator/alerts";
  const held = condition("backup");
  const standing = async (token: string) =>
    (await club.call("GET", ALERTS, { token })).body.list as ByHand[];
  const past = async (token: string, query = "") =>
    (await club.call("GET", `${ALERTS}/past?${query}`, { token })).body;
  const dismiss = async (token: string, alert: object, reason = "the disk is being changed") =>
    await club.call("POST", `${ALERTS}/dismiss`, { token, body: { ...alert, reason } });
  const set = async (group: string, values: object): Promise<void> => {
    const { token } = await club.operator();
    const { list } = (await club.call("GET", "/api/operator/club-settings", { token })).body;
    const { version } = list.find((each: { group: string }) => each.group === group);
    const body = { version, values };
    ok(await club.call("PUT", `/api/operator/club-settings/${group}`, { token, body }));
  };
  const begin = async (subject = ""): Promise<void> => {
    held.holds = [subject];
    await watchAlerts(club.ctx, [held]);
  };
  const end = async (): Promise<void> => {
    held.holds = [];
    await watchAlerts(club.ctx, [held]);
  };
  beforeEach(async () => {
    await club.asAdmin("DELETE FROM alert_past");
    held.holds = [];
  });

  test("shows what holds to whom it goes, and keeps what is over", async () => {
    const owner = await club.operator();
    const cashier = await club.newOperator("cashier");
    await begin();
    expect(await standing(owner.token)).toMatchObject([
      { condition: "backup", subject: "", told_at: expect.any(String), dismissed_at: null },
    ]);
    expect(await standing(cashier.token)).toEqual([]);
    await set("alert_receivers", { alert_to_backup: "cashier, dee@example.org" });
    expect(await standing(cashier.token)).toMatchObject([{ roles: ["cashier"] }]);
    await end();
    expect(await standing(owner.token)).toEqual([]);
    expect((await past(cashier.token)).list).toMatchObject([
      { condition: "backup", until: expect.any(String), dismissed_by: null, reason: null },
    ]);
    expect((await queued()).map(({ to }) => to)).toEqual([
      ...MAILS,
      `${program.url}/alerts`,
      "dee@example.org",
      `${program.url}/alerts`,
    ]);
    await set("alert_receivers", { alert_to_backup: "" });
    expect((await past(cashier.token)).list).toEqual([]);
  });

  test("a role's mail goes to those who have an address, and to the usual ones where nobody has", async () => {
    await set("alert_receivers", { alert_to_backup: "risk" });
    await begin("one");
    expect((await queued()).map(({ to }) => to)).toContain(MAILS[0]);
    const { id } = await club.newOperator("risk");
    await club.query("INSERT INTO operator_identity (operator_id, email) VALUES ($1, $2)", [
      id,
      "risk@example.org",
    ]);
    await club.query("DELETE FROM delivery");
    await begin("two");
    const told = (await queued()).filter(({ text }) => text.includes("trouble two"));
    expect(told.filter(({ channel }) => channel === "mail").map(({ to }) => to)).toEqual([
      "risk@example.org",
    ]);
    await set("alert_receivers", { alert_to_backup: "" });
  });

  test("one is dismissed with a reason, once; its end is told, and stays with who said what", async () => {
    const owner = await club.operator();
    const cashier = await club.newOperator("cashier");
    await begin();
    const [alert = {}] = await standing(owner.token);
    const { condition: name, subject, since } = alert;
    const asked = { condition: name, subject, since };
    expect((await dismiss(cashier.token, asked)).body.code).toBe("operator.not_allowed");
    expect((await dismiss(owner.token, asked, " ")).status).toBe(422);
    const other = { ...asked, since: "2020-01-01T00:00:00.000Z" };
    expect((await dismiss(owner.token, other)).body.code).toBe("alert.over");
    expect((await dismiss(owner.token, { ...asked, since: "now" })).status).toBe(422);
    ok(await dismiss(owner.token, asked));
    const again = await dismiss(owner.token, asked);
    expect([again.status, again.body.code, again.body.params.by]).toEqual([
      409,
      "alert.dismissed",
      "owner",
    ]);
    expect(await standing(owner.token)).toMatchObject([
      { dismissed_by: "owner", reason: "the disk is being changed" },
    ]);
    const { list: log } = (
      await club.call("GET", "/api/operator/audit?action=alert.dismiss&kind=act", {
        token: owner.token,
      })
    ).body;
    expect(log[0]).toMatchObject({ target: "backup", reason: "the disk is being changed" });
    await end();
    expect((await past(owner.token)).list).toMatchObject([
      { dismissed_by: "owner", reason: "the disk is being changed", told_at: expect.any(String) },
    ]);
    expect((await queued()).filter(({ text }) => text.startsWith("over:"))).toHaveLength(2);
    expect((await dismiss(owner.token, asked)).body.code).toBe("alert.over");
  });

  test("a dismissed one that nobody was told of is not told any more", async () => {
    const owner = await club.operator();
    await turn("off");
    await begin();
    const [alert = {}] = await standing(owner.token);
    const { condition: name, subject, since } = alert;
    ok(await dismiss(owner.token, { condition: name, subject, since }));
    await turn("on");
    await begin();
    expect(await queued()).toEqual([]);
  });

  test("what passes before its time is neither shown nor kept; the rest is read in pages", async () => {
    const { token } = await club.operator();
    const short = condition("connection", 60);
    short.holds = ["mail"];
    await watchAlerts(club.ctx, [short]);
    expect(await standing(token)).toEqual([]);
    short.holds = [];
    await watchAlerts(club.ctx, [short]);
    expect((await past(token)).list).toEqual([]);
    for (const subject of ["a", "b", "c"]) {
      await begin(subject);
      await end();
    }
    const first = await past(token, "limit=2");
    const next = await past(token, `limit=2&cursor=${first.data.next_cursor}`);
    const subjects = [...first.list, ...next.list].map((each) => each.subject);
    expect([subjects, next.data.next_cursor]).toEqual([["c", "b", "a"], null]);
  });

  test("the club's own figure says when one begins", async () => {
    const backup = present(
      CONDITIONS.find(({ name }) => name === "backup"),
      "it is listed",
    );
    const find = async (): Promise<readonly string[]> => {
      const figures = await readGroup(club.ctx.db.jobs, ALERT_FIGURES);
      return await backup.find(club.ctx, club.ctx.db.jobs, figures);
    };
    await club.asAdmin("UPDATE schema_migration SET applied_at = applied_at - interval '3 hours'");
    expect(await find()).toEqual([]);
    await set("alerts", { alert_backup_hours: 2 });
    expect(await find()).toEqual([""]);
    await set("alerts", { alert_backup_hours: 26 });
    await club.asAdmin("UPDATE schema_migration SET applied_at = applied_at + interval '3 hours'");
  });

  test.each(["king", "no address", "ann@example.org, x"])(
    "a receiver that is neither role nor address is refused: %s",
    async (text) => {
      const { token } = await club.operator();
      const answer = await club.call("PUT", "/api/operator/club-settings/alert_receivers", {
        token,
        body: { version: 0, values: { alert_to_books: text } },
      });
      expect(answer.body.code).toBe("setting.invalid");
    },
  );
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

describe("what is looked for", () => {
  const now = async (name: string): Promise<string[]> => {
    const found = present(
      CONDITIONS.find((each) => each.name === name),
      "it is listed",
    );
    const figures = await readGroup(club.ctx.db.jobs, ALERT_FIGURES);
    return [...(await found.find(club.ctx, club.ctx.db.jobs, figures))];
  };
  const replica = async (sql: string): Promise<unknown> =>
    await club.asAdmin(`SET session_replication_role = replica; ${sql}`);
  const imported = async (isOk: boolean): Promise<unknown> =>
    await club.query(
      `INSERT INTO sport_feed_import (id, source, format, payload, answer, is_ok)
       VALUES ($1, 'url', 'the-odds-api', '', '{}', $2)`,
      [newId(), isOk],
    );
  const figure = async (name: string, value: number): Promise<unknown> =>
    await club.query(
      `INSERT INTO setting (name, version, value)
       SELECT 'alerts', coalesce(max(version), 0) + 1, jsonb_build_object($1::text, $2::int)
       FROM setting WHERE name = 'alerts'`,
      [name, value],
    );
  const backups = (): string => join(club.ctx.settings.dataDir, "backups");
  const [race, sport] = [newId(), newId()];

  test.each<[string, string[], () => unknown, () => unknown]>([
    [
      "books",
      [""],
      // The club's own work finds the books in order, and may say so in between: once a minute.
      async () => {
        const off = async () => {
          await club.query("UPDATE club SET books_off_at = club_now_ms()");
          return await now("books");
        };
        await expect.poll(off).toEqual([""]);
      },
      () => club.query("UPDATE club SET books_off_at = NULL"),
    ],
    ["feed", [""], () => imported(false), () => imported(true)],
    [
      "backup",
      [""],
      () =>
        club.asAdmin("UPDATE schema_migration SET applied_at = applied_at - interval '27 hours'"),
      () => {
        mkdirSync(backups(), { recursive: true });
        writeFileSync(join(backups(), "dump"), "");
      },
    ],
    ["disk", [""], () => club.ctx.disk.noteFull(), async () => await club.ctx.disk.look()],
    [
      "connection",
      ["alerts"],
      async () => await club.ctx.connections.note("alerts", new ProviderFailure("timeout")),
      async () => await club.ctx.connections.note("alerts", null),
    ],
    [
      "settlement",
      [""],
      () =>
        replica(
          `INSERT INTO settlement (id, pool_id, race_id, result_version, facts, outcome, created_at)
           VALUES ('${race}', '${race}', '${race}', 1, '{}', '{}', club_now() - interval '6 minutes')`,
        ),
      () => replica(`DELETE FROM settlement WHERE id = '${race}'`),
    ],
    [
      "settlement",
      [""],
      () =>
        replica(
          `INSERT INTO sport_settlement (event_id, version, created_at) VALUES ('${sport}', 1, club_now() - interval '6 minutes')`,
        ),
      () => replica(`DELETE FROM sport_settlement WHERE event_id = '${sport}'`),
    ],
    ["disk_low", [""], () => figure("alert_disk_gib", 100_000), () => figure("alert_disk_gib", 0)],
    [
      "top_ups",
      [""],
      async () => {
        await figure("alert_top_up_minutes", 10);
        await replica(
          `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, submitted_at)
           VALUES ('${race}', '${race}', 'bank_transfer', 1, 'late', 'submitted', club_now() - interval '11 minutes')`,
        );
      },
      () => replica(`DELETE FROM top_up WHERE id = '${race}'`),
    ],
    [
      "withdrawals",
      [""],
      async () => {
        await figure("alert_withdrawal_hours", 2);
        await replica(
          `INSERT INTO withdrawal (id, player_id, amount_cents, reference, bank_name, last_digits, requested_at)
           VALUES ('${race}', '${race}', 1, 'late', 'bank', '1234', club_now() - interval '3 hours')`,
        );
      },
      () => replica(`DELETE FROM withdrawal WHERE id = '${race}'`),
    ],
  ])("%s", async (name, subjects, begin, end) => {
    expect(await now(name)).toEqual([]);
    await begin();
    expect(await now(name)).toEqual(subjects);
    await end();
    expect(await now(name)).toEqual([]);
  });

  test("a folder without a backup has none", async () => {
    rmSync(backups(), { recursive: true, force: true });
    expect(await now("backup")).toEqual([""]);
  });

  test("a message that its provider refuses, and a connection that is off, are no failure", async () => {
    await club.ctx.connections.note("alerts", new ProviderFailure("refused"));
    await club.ctx.connections.note("mail", new ProviderFailure("timeout"));
    expect(await now("connection")).toEqual([]);
  });
});
