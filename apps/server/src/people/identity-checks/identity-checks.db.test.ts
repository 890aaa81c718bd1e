import { DOUBLE_SECRET, IdentityDouble, sendNotice, signedNotice } from "@club/doubles";
import type { Fault, IdentityVerdict, SigningOptions } from "@club/doubles";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { ok, startClub } from "../../test/club.ts";
import type { ByHand, TestClub, TestPlayer } from "../../test/club.ts";
import { checkIdentities } from "./check-identities.ts";

const KEY = "key of the club";
const HOOK = "/api/hooks/identity/standard";

let club: TestClub;
let checker: IdentityDouble;

beforeAll(async () => {
  checker = new IdentityDouble(KEY);
  await checker.http.start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_IDENTITY_PROVIDER: "standard",
      CLUB_IDENTITY_URL: checker.http.url,
      CLUB_IDENTITY_KEY: KEY,
      CLUB_IDENTITY_WEBHOOK_SECRET: DOUBLE_SECRET,
    },
  });
  await club.query("UPDATE club SET identity_rule = 'before_withdrawal'");
});
afterEach(() => checker.http.failAlways(null));
afterAll(async () => await Promise.all([club.close(), checker.http.close()]));

const HOME = { country: "AU", address: "1 Race Course Road, Randwick", postcode: "2031" };

async function named(full_name: string): Promise<TestPlayer> {
  const player = await club.signUp();
  const body = { full_name, ...HOME };
  ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
  return player;
}

async function fileOf(player: TestPlayer): Promise<ByHand> {
  const { token } = await club.operator();
  return ok(await club.call("GET", `/api/operator/players/${player.id}/file`, { token }));
}

async function isChecked(player: TestPlayer): Promise<boolean> {
  const [row] = await club.query(
    "SELECT identity_checked_at IS NOT NULL AS it FROM player WHERE id = $1",
    [player.id],
  );
  return row?.["it"];
}

const asked = (name: string): number =>
  checker.http.seen.filter(({ body }) => body.includes(name)).length;

async function tell(checkId: string, status: IdentityVerdict, options: SigningOptions = {}) {
  const notice = signedNotice(checker.news(checkId, status), options);
  return await sendNotice(club.url + HOOK, notice);
}

test("whoever says who he is, is looked at by the checker: verified, with the evidence in the file", async () => {
  const player = await named("Noor Haldane");
  await checkIdentities(club.ctx);
  await checkIdentities(club.ctx);
  expect(asked("Noor Haldane")).toBe(1);
  const request = checker.http.seen.find(({ body }) => body.includes("Noor Haldane"));
  expect(JSON.parse(request?.body ?? "")).toEqual({
    full_name: "Noor Haldane",
    date_of_birth: "1990-05-17",
    country: "AU",
    address: "1 Race Course Road, Randwick, 2031",
  });
  expect(await isChecked(player)).toBe(true);
  expect((await fileOf(player)).identity_checks).toMatchObject(
    [{ provider: "standard", status: "verified", check_id: /^chk_/, failure: null }].map(
      (each) => ({ ...each, check_id: expect.stringMatching(each.check_id) }),
    ),
  );
  const profile = ok(await club.call("GET", "/api/user/profile", player));
  expect(profile).toMatchObject(HOME);
});

test("refused is not checked, and a corrected name is asked about anew", async () => {
  const player = await named("Tom Refused");
  await checkIdentities(club.ctx);
  expect(await isChecked(player)).toBe(false);
  const body = { full_name: "Thomas Correct" };
  ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
  ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
  await checkIdentities(club.ctx);
  expect(asked("Thomas Correct")).toBe(1);
  expect(await isChecked(player)).toBe(true);
  const [newer, older] = (await fileOf(player)).identity_checks;
  expect([newer.status, older.status]).toEqual(["verified", "refused"]);
});

test("who takes another name was not checked: a notice about the first says nothing of the second", async () => {
  const player = await named("Uma Review");
  const rename = async (full_name: string): Promise<void> => {
    const body = { full_name };
    ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
    await checkIdentities(club.ctx);
  };
  await checkIdentities(club.ctx);
  const [{ check_id: checkId }] = (await fileOf(player)).identity_checks;
  await rename("Vic Refused");
  expect(await tell(checkId, "verified")).toBe(200);
  expect(await isChecked(player)).toBe(false);
  // Herself again: what was decided holds.
  await rename("Uma Review");
  expect(await isChecked(player)).toBe(true);
  // Another order and spelling is no other name.
  await rename("review, UMA");
  expect(await isChecked(player)).toBe(true);
  await rename("Wes Refused");
  expect(await isChecked(player)).toBe(false);
});

test("under review the notice decides, once, in any order", async () => {
  const player = await named("Ida Review");
  const [{ since } = {}] = await club.query("SELECT club_now_ms() AS since");
  await checkIdentities(club.ctx);
  expect(await isChecked(player)).toBe(false);
  const [{ status, check_id: checkId }] = (await fileOf(player)).identity_checks;
  expect(status).toBe("review");
  expect(await tell("chk_nobody", "verified")).toBe(200);
  const id = "msg_decided";
  const told = await Promise.all(
    Array.from({ length: 20 }, async () => await tell(checkId, "verified", { id })),
  );
  expect(new Set(told)).toEqual(new Set([200]));
  expect(await isChecked(player)).toBe(true);
  expect(await tell(checkId, "refused")).toBe(200);
  expect((await fileOf(player)).identity_checks).toMatchObject([{ status: "verified" }]);
  const rows = await club.query(
    "SELECT outcome FROM identity_notice WHERE at >= $1 ORDER BY at, id",
    [since],
  );
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(
    new Set(["late", "taken", "unknown"]),
  );
  expect(rows).toHaveLength(3);
});

test("a notice that overtakes the answer counts when the answer names its check", async () => {
  const player = await named("Una Review");
  checker.http.failAlways({ kind: "cut_after_work" });
  await checkIdentities(club.ctx);
  checker.http.failAlways(null);
  const made = [...checker.checks.values()];
  const id = made.find((each) => each.asked["full_name"] === "Una Review")?.checkId ?? "";
  expect(await tell(id, "verified", { id: "msg_early" })).toBe(200);
  expect(await isChecked(player)).toBe(false);
  await club.query("UPDATE identity_check SET next_at = club_now_ms() WHERE status = 'asking'");
  await checkIdentities(club.ctx);
  expect(await isChecked(player)).toBe(true);
  expect((await fileOf(player)).identity_checks).toMatchObject([
    { status: "verified", check_id: id },
  ]);
  expect(await tell(id, "verified", { id: "msg_early" })).toBe(200);
});

test("notices are taken though the database is busy at their first try", async () => {
  const player = await named("Bea Review");
  await checkIdentities(club.ctx);
  const [{ check_id: checkId }] = (await fileOf(player)).identity_checks;
  const connect = vi.spyOn(club.ctx.db.jobs, "connect");
  for (let i = 0; i < 6; i += 1) connect.mockRejectedValueOnce(new DatabaseBusy("busy"));
  expect(await tell(checkId, "verified")).toBe(200);
  connect.mockRestore();
  expect(await isChecked(player)).toBe(true);
});

test("unsigned, old or wrongly signed notices are 401 and write nothing", async () => {
  const player = await named("Ada Review");
  await checkIdentities(club.ctx);
  const [{ check_id: checkId }] = (await fileOf(player)).identity_checks;
  const before = await club.query("SELECT count(*) FROM identity_notice");
  const MINUTES = 60_000;
  const good = signedNotice(checker.news(checkId, "verified"));
  const bad = [
    { ...good, headers: { "content-type": "application/json" } },
    { ...good, body: good.body.replace("verified", "refused") },
    signedNotice(checker.news(checkId, "verified"), { at: new Date(Date.now() - 6 * MINUTES) }),
    signedNotice(checker.news(checkId, "verified"), { secret: `whsec_${"AAAA".repeat(8)}` }),
  ];
  for (const notice of bad) expect(await sendNotice(club.url + HOOK, notice)).toBe(401);
  expect(await club.query("SELECT count(*) FROM identity_notice")).toEqual(before);
  expect(await isChecked(player)).toBe(false);
  for (const text of ["[]", "{}", '{"type":"identity.decided","data":{"status":"maybe"}}']) {
    expect(await sendNotice(club.url + HOOK, signedNotice(text))).toBe(422);
  }
});

const FAULTS: [string, Fault, string][] = [
  ["answers 500", { kind: "status", status: 500 }, "server"],
  ["answers rubbish", { kind: "rubbish" }, "unreadable"],
  ["does not know the key", { kind: "status", status: 401 }, "not_signed_in"],
  ["cuts the line after the work", { kind: "cut_after_work" }, "unreachable"],
];
test.each(FAULTS)(
  "a checker that %s is asked again, for one check",
  async (what, fault, failure) => {
    const player = await named(`Noor ${what.replaceAll(/\W/g, "")}`);
    checker.http.failAlways(fault);
    await checkIdentities(club.ctx);
    expect((await fileOf(player)).identity_checks).toMatchObject([{ status: "asking", failure }]);
    checker.http.failAlways(null);
    await club.query("UPDATE identity_check SET next_at = club_now_ms() WHERE status = 'asking'");
    await checkIdentities(club.ctx);
    expect(await isChecked(player)).toBe(true);
    const checks = [...checker.checks.values()];
    expect(
      checks.filter((each) => each.asked["full_name"]?.endsWith(what.replaceAll(/\W/g, ""))),
    ).toHaveLength(1);
  },
);

test("where the club asks for no identity nobody is asked about", async () => {
  await club.query("UPDATE club SET identity_rule = 'none'");
  await named("Nobody Needed");
  await checkIdentities(club.ctx);
  expect(asked("Nobody Needed")).toBe(0);
  await club.query("UPDATE club SET identity_rule = 'before_withdrawal'");
  await checkIdentities(club.ctx);
  expect(asked("Nobody Needed")).toBe(1);
});
