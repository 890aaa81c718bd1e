import { MOST_OWN_ROLES } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";

/* Roles of the club's own. What each may do is in test/http/roles.db.test.ts. */

let club: TestClub;
/** The same club, where a second factor is required. */
let strict: TestClub;
let owner: TestOperator;

beforeAll(async () => {
  club = await startClub();
  strict = await startClub({
    database: club.database,
    env: { CLUB_OPERATOR_2FA: "required" },
  });
  owner = await club.operator();
});
afterAll(async () => {
  await strict.close();
  await club.close();
});

const READ = "GET /api/operator/races/:race_id";
const CLOSE = "POST /api/operator/races/:race_id/close";
const MEETINGS = "GET /api/operator/meetings";
/** A read that is not the auditor's: what players are told. */
const MESSAGES = "GET /api/operator/messages";
const WHY = { reason: "a helper for the day" };

const call = async (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
  token = owner.token,
): Promise<Answer> =>
  await club.call(method, `/api/operator/${path}`, { token, ...(body && { body }) });
const save = async (form: object): Promise<Answer> =>
  await call("POST", "roles", {
    name: `r-${newId()}`,
    description: "",
    calls: [READ],
    ...WHY,
    ...form,
  });
const codeOf = ({ status, body }: Answer) => [status, body.code, body.params];

async function withRoles(...roles: string[]): Promise<TestOperator> {
  const name = `op-${newId().slice(-12)}`;
  const made = { user_name: name, password: PASSWORD, roles: [], own_roles: roles };
  ok(await call("POST", "operators", made));
  const body = { user_name: name, password: PASSWORD };
  const {
    operator_id: id,
    access_token: token,
    roles: builtIn,
  } = ok(await call("POST", "signin", body));
  return { id, name, token, roles: builtIn };
}

const reads = async (one: TestOperator, path: string, at = club): Promise<unknown> =>
  (await at.call("GET", `/api/operator/${path}`, { token: one.token })).body.code;

test("the nearest read comes along, and the list says who has the role", async () => {
  const made = ok(await save({ name: "Closer", description: "Shuts races.", calls: [CLOSE] }));
  expect(made).toMatchObject({ name: "Closer", calls: [READ, CLOSE], needs_factor: true });
  const one = await withRoles(made.role_id);
  const { data, list } = (await call("GET", "roles")).body;
  expect(list).toContainEqual({ ...made, operators: [one.name] });
  const known = new Map(data.permissions.map((each: { name: string }) => [each.name, each]));
  expect(known.get(CLOSE)).toMatchObject({ roles: ["pool_controller"], brings: READ });
  expect(known.has("POST /api/operator/operators")).toBe(false);
  expect(known.has("POST /api/operator/approvals/:approval_id/approve")).toBe(false);
  const row = { action: "role.create", target: made.role_id, reason: WHY.reason };
  const log = (await call("GET", `audit?target=${made.role_id}`)).body.list;
  expect(log).toMatchObject([{ ...row, after: { name: "Closer", calls: [READ, CLOSE] } }]);
});

test("sign-in, refresh and the own page name the roles and every call that they allow", async () => {
  const { role_id: roleId } = ok(await save({ name: "Reader of races" }));
  const { name, token } = await withRoles(roleId);
  const body = { user_name: name, password: PASSWORD };
  const signedIn = ok(await call("POST", "signin", body));
  const own = [{ role_id: roleId, name: "Reader of races" }];
  expect(signedIn).toMatchObject({ roles: [], own_roles: own });
  expect(signedIn.calls).toContain(READ);
  expect(signedIn.calls).toContain("GET /api/operator/me");
  expect(signedIn.calls).not.toContain(MEETINGS);
  const { calls } = signedIn;
  const refresh = { refresh_token: signedIn.refresh_token };
  const expected = { roles: [], own_roles: own, calls };
  expect(ok(await call("POST", "refresh_token", refresh))).toMatchObject(expected);
  expect(ok(await call("GET", "me", undefined, token))).toMatchObject(expected);
});

test("a role that changes holds at once for who is signed in; one taken away too", async () => {
  const { role_id: id } = ok(await save({ name: "Changing" }));
  const one = await withRoles(id);
  expect(await reads(one, "meetings")).toBe("operator.not_allowed");
  const next = { name: "Changing", description: "Wider.", calls: [MEETINGS], ...WHY };
  expect(ok(await call("PUT", `roles/${id}`, next))).toMatchObject({ calls: [MEETINGS] });
  expect(await reads(one, "meetings")).not.toBe("operator.not_allowed");
  expect(await reads(one, `races/${newId()}`)).toBe("operator.not_allowed");
  const given = { roles: ["cashier"], own_roles: [], ...WHY };
  ok(await call("POST", `operators/${one.id}/roles`, given));
  expect(await reads(one, "meetings")).toBe("operator.not_allowed");
  expect(await reads(one, "topups")).not.toBe("operator.not_allowed");
});

test("who changes built-in roles alone leaves those of the club's own, and one of either must be left", async () => {
  const { role_id: id } = ok(await save({}));
  const one = await withRoles(id);
  const change = async (body: object): Promise<Answer> =>
    await call("POST", `operators/${one.id}/roles`, { ...WHY, ...body });
  expect(ok(await change({ roles: ["support"] })).own_roles).toMatchObject([{ role_id: id }]);
  expect(ok(await change({ roles: [] })).roles).toEqual([]);
  expect(codeOf(await change({ roles: [], own_roles: [] }))).toEqual([
    422,
    "request.invalid",
    { field: "roles" },
  ]);
  expect(codeOf(await change({ roles: ["risk"], own_roles: [newId()] }))).toEqual([
    422,
    "request.invalid",
    { field: "own_roles" },
  ]);
});

test("a role that somebody has stays, a closed operator's too", async () => {
  const { role_id: id } = ok(await save({}));
  const one = await withRoles(id);
  ok(await call("POST", `operators/${one.id}/close`, WHY));
  expect(codeOf(await call("DELETE", `roles/${id}`))).toEqual([
    409,
    "role.in_use",
    { operators: one.name },
  ]);
  ok(await call("POST", `operators/${one.id}/roles`, { roles: ["risk"], own_roles: [], ...WHY }));
  ok(await call("DELETE", `roles/${id}`));
  expect((await call("DELETE", `roles/${id}`)).status).toBe(404);
  expect((await call("GET", `audit?action=role.delete&target=${id}`)).body.list).toHaveLength(1);
});

describe("what a role cannot be", () => {
  test.each(["owner", "Card clerk", "POOL_CONTROLLER", "  results-clerk "])(
    "%s, as a built-in one is called",
    async (name) => {
      expect(codeOf(await save({ name }))).toEqual([409, "role.name_taken", { field: "name" }]);
    },
  );

  test("called like another one, but for its case; its own name it keeps", async () => {
    const { role_id: id } = ok(await save({ name: "Night desk" }));
    expect((await save({ name: "NIGHT Desk" })).body.code).toBe("role.name_taken");
    const form = { name: "Night Desk", description: "", calls: [READ], ...WHY };
    expect(ok(await call("PUT", `roles/${id}`, form)).name).toBe("Night Desk");
  });

  test.each([
    ["without a name", { name: " " }],
    ["with a long one", { name: "x".repeat(41) }],
    ["without a call", { calls: [] }],
    ["with one that is not there", { calls: ["GET /api/operator/nothing"] }],
    ["with one of the owner", { calls: ["POST /api/operator/operators"] }],
    ["with one of everybody", { calls: ["GET /api/operator/me"] }],
    ["with one of players", { calls: ["POST /api/order/place-order"] }],
    ["with a decision by role", { calls: ["POST /api/operator/approvals/:approval_id/approve"] }],
  ])("%s", async (_, form) => {
    expect(codeOf(await save(form)).slice(0, 2)).toEqual([422, "request.invalid"]);
  });

  test("a stored call that only the owner makes opens nothing", async () => {
    const { role_id: id } = ok(await save({}));
    const one = await withRoles(id);
    await club.asAdmin(
      "UPDATE operator_role SET calls = ARRAY['POST /api/operator/operators'] WHERE id = $1",
      [id],
    );
    club.ctx.sessions.forget(one.id);
    const made = { user_name: "nobody", password: PASSWORD, roles: ["owner"] };
    const answer = await call("POST", "operators", made, one.token);
    expect(answer.body.code).toBe("operator.not_allowed");
  });

  test("one more than a club may have", async () => {
    const { list } = (await call("GET", "roles")).body;
    for (let n = list.length; n < MOST_OWN_ROLES; n += 1) ok(await save({}));
    expect(codeOf(await save({}))).toEqual([409, "role.too_many", { most: MOST_OWN_ROLES }]);
    await club.asAdmin(
      "DELETE FROM operator_role r WHERE name LIKE 'r-%' AND NOT EXISTS (SELECT FROM operator o WHERE r.id = ANY (o.own_roles))",
    );
  });
});

test("a role needs a second factor where one is required, unless an auditor makes every call of it", async () => {
  const mailReader = await withRoles(ok(await save({ calls: [MESSAGES, MEETINGS] })).role_id);
  expect(await reads(mailReader, "meetings", strict)).toBe("operator.factor_needed");
  const reader = await withRoles(ok(await save({ calls: [MEETINGS] })).role_id);
  const closer = await withRoles(ok(await save({ calls: [CLOSE, MEETINGS] })).role_id);
  expect(await reads(reader, "meetings", strict)).not.toBe("operator.factor_needed");
  expect(await reads(closer, "meetings", strict)).toBe("operator.factor_needed");
  const isRequired = async ({ token }: TestOperator) =>
    ok(await strict.call("GET", "/api/operator/me", { token })).is_required;
  expect([
    await isRequired(reader),
    await isRequired(closer),
    await isRequired(mailReader),
  ]).toEqual([false, true, true]);
  const form = { name: "Never", description: "", calls: [READ], ...WHY };
  const body = { token: owner.token, body: form };
  const refused = await strict.call("POST", "/api/operator/roles", body);
  expect(refused.body.code).toBe("operator.factor_needed");
});
