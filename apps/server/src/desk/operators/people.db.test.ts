import { ROLES } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";

/* Who works at the club: roles, closing, sessions. Promises S4 and S5. */

let club: TestClub;
let owner: TestOperator;

beforeAll(async () => {
  club = await startClub();
  owner = await club.operator();
});
afterAll(async () => await club.close());

const post = async (path: string, body: object, token = owner.token): Promise<Answer> =>
  await club.call("POST", `/api/operator/${path}`, { token, body });
const get = async (path: string, token = owner.token): Promise<Answer> =>
  await club.call("GET", `/api/operator/${path}`, { token });
const WHY = { reason: "the summer's roster" };

test("other roles hold at once, and the log has before and after", async () => {
  const one = await club.newOperator("support");
  expect((await get("operators", one.token)).status).toBe(403);
  const data = ok(
    await post(`operators/${one.id}/roles`, { roles: ["auditor", "risk", "risk"], ...WHY }),
  );
  expect(data.roles).toEqual(["auditor", "risk"]);
  expect((await get("operators", one.token)).status).toBe(200);
  const { list } = (await get(`audit?action=operator.roles&target=${one.id}`)).body;
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({
    operator_id: owner.id,
    before: { roles: ["support"] },
    after: { roles: ["auditor", "risk"] },
    reason: WHY.reason,
  });
});

test("who is closed is out at once and let in no more, until opened again", async () => {
  const one = await club.newOperator("support");
  expect((await get("outbox", one.token)).status).toBe(200);
  expect(ok(await post(`operators/${one.id}/close`, WHY)).status).toBe("closed");
  expect((await get("outbox", one.token)).status).toBe(401);
  const body = { user_name: one.name, password: PASSWORD };
  const refused = await club.call("POST", "/api/operator/signin", { body });
  expect(refused.body.code).toBe("operator.refused");
  expect(ok(await post(`operators/${one.id}/reopen`, WHY)).status).toBe("active");
  expect((await club.call("POST", "/api/operator/signin", { body })).status).toBe(200);
});

describe("the last owner", () => {
  test("stays an owner, active", async () => {
    const roles = await post(`operators/${owner.id}/roles`, { roles: ["auditor"], ...WHY });
    expect([roles.status, roles.body.code]).toEqual([409, "operator.last_owner"]);
    const closed = await post(`operators/${owner.id}/close`, WHY);
    expect([closed.status, closed.body.code]).toEqual([409, "operator.last_owner"]);
    expect((await get("operators")).status).toBe(200);
  });

  test("two owners who close each other at once: one is left", async () => {
    const other = await club.newOperator("owner");
    const answers = await Promise.all([
      post(`operators/${other.id}/close`, WHY),
      post(`operators/${owner.id}/close`, WHY, other.token),
    ]);
    const [row] = await club.query(
      "SELECT count(*)::int AS n FROM operator WHERE status = 'active' AND 'owner' = ANY (roles)",
    );
    expect(row?.["n"], JSON.stringify(answers.map(({ body }) => body))).toBe(1);
    // The one who is left makes the owner of the other tests active again.
    await club.asAdmin("UPDATE operator SET status = 'active' WHERE id = $1", [owner.id]);
    await club.asAdmin(
      "UPDATE session SET ended_at = NULL, end_reason = NULL WHERE operator_id = $1",
      [owner.id],
    );
  });
});

test("sessions are listed, the one that asks is marked, and each can be ended alone", async () => {
  const one = await club.newOperator("support");
  const body = { user_name: one.name, password: PASSWORD };
  const second = ok(await club.call("POST", "/api/operator/signin", { body })).access_token;
  const { list } = (await get("me/sessions", one.token)).body;
  expect(list.map((session: { is_this: boolean }) => session.is_this)).toEqual([false, true]);
  expect((await get(`operators/${one.id}/sessions`)).body.list).toHaveLength(2);
  const ended = `me/sessions/${list[0].session_id}/end`;
  expect((await post(ended, {}, one.token)).status).toBe(200);
  expect((await get("me/sessions", second)).status).toBe(401);
  expect((await post(ended, {}, one.token)).status).toBe(404);
  const left = `operators/${one.id}/sessions/${list[1].session_id}/end`;
  expect((await post(left, {})).status).toBe(200);
  expect((await get("me/sessions", one.token)).status).toBe(401);
});

test("nobody ends another's session as an own one", async () => {
  const [one, other] = [await club.newOperator("support"), await club.newOperator("support")];
  const { list } = (await get("me/sessions", other.token)).body;
  const answer = await post(`me/sessions/${list[0].session_id}/end`, {}, one.token);
  expect(answer.status).toBe(404);
  expect((await get("me/sessions", other.token)).status).toBe(200);
});

test("an operator made up is not found", async () => {
  for (const act of ["close", "reopen", "reset-factor"]) {
    expect((await post(`operators/${newId()}/${act}`, WHY)).status, act).toBe(404);
  }
  expect((await get(`operators/${newId()}/sessions`)).status).toBe(404);
});

test("a reset takes the factor and the sessions", async () => {
  const one = await club.newOperator("support");
  await club.asAdmin(
    `INSERT INTO operator_factor (operator_id, sealed_secret, confirmed_at) VALUES ($1, '\\x00', now())`,
    [one.id],
  );
  const seen = async (): Promise<unknown> =>
    (await get("operators")).body.list.find(
      (operator: { operator_id: string }) => operator.operator_id === one.id,
    ).has_factor;
  expect(await seen()).toBe(true);
  ok(await post(`operators/${one.id}/reset-factor`, WHY));
  expect(await seen()).toBe(false);
  expect((await get("me", one.token)).status).toBe(401);
});

test("an operator without a role is refused by the database too", async () => {
  await expect(
    club.asAdmin("UPDATE operator SET roles = '{}' WHERE id = $1", [owner.id]),
  ).rejects.toThrow(/violates check constraint/);
  expect(ROLES).toContain("owner");
});

test("going live: the club looks for itself", async () => {
  const { list } = (await get("going-live")).body;
  const done = Object.fromEntries(
    list.map(({ check, is_done }: { check: string; is_done: boolean }) => [check, is_done]),
  );
  expect(done).toEqual({
    mail: false,
    sms: false,
    alerts: false,
    // The account that every test's club has.
    money_in: true,
    payment_in: false,
    payouts: false,
    payment_out: false,
    identity: false,
    register: false,
    factor: false,
    four_eyes: false,
    demo: true,
    database: true,
    standby: false,
    roles: true,
    backup: false,
    log: false,
    tls: false,
    console_host: false,
  });
  const factor = list.find(({ check }: { check: string }) => check === "factor");
  expect(factor.missing).toBeGreaterThan(0);
});
