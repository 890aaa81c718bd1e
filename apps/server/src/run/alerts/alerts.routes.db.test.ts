import { present } from "@club/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readGroup } from "../../core/db/setting-groups.ts";
import { ALERT_FIGURES } from "../../desk/club-settings/alert-settings.ts";
import { condition, forgetAlerts, queuedAlerts, turnAlerts } from "../../test/alerts.ts";
import type { Told } from "../../test/alerts.ts";
import { ok, startClub } from "../../test/club.ts";
import type { ByHand, TestClub } from "../../test/club.ts";
import { CONDITIONS } from "./conditions.ts";
import { watchAlerts } from "./watch-alerts.ts";

/* Alerts at the console: what holds and what held, to whom, and what a person says to it. */

const ALERTS = "/api/operator/alerts";
const PROGRAM = "http://127.0.0.1:9/alerts";
const MAILS = ["ann@example.org", "bob@example.org"];

let club: TestClub;
const held = condition("backup");

beforeAll(async () => {
  club = await startClub({
    env: {
      CLUB_ALERTS_MAIL: MAILS.join(","),
      CLUB_ALERTS_URL: PROGRAM,
      CLUB_ALERTS_SECRET: `whsec_${Buffer.from("what alerts are signed with, at least").toString("base64")}`,
    },
  });
});
afterAll(async () => await club.close());
beforeEach(async () => {
  await forgetAlerts(club);
  await club.asAdmin("DELETE FROM alert_past");
  held.holds = [];
});

const turn = async (state: "on" | "off"): Promise<void> => await turnAlerts(club, state);
const queued = async (): Promise<Told[]> => await queuedAlerts(club);
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
    PROGRAM,
    "dee@example.org",
    PROGRAM,
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
