import { ROLES } from "@club/contract";
import type { Call, Role } from "@club/contract";
import { addDays } from "@club/domain";
import { dayAt } from "@club/i18n";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub } from "../club.ts";
import type { Answer, TestClub } from "../club.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

const operatorCalls = (): Call[] =>
  club.ctx.calls.filter(({ access }) => access !== "public" && access !== "player");
const nameOf = (call: Call): string => `${call.method} ${call.path}`;
const rolesOf = (call: Call): readonly string[] =>
  typeof call.access === "string" ? [] : call.access;
const isWrite = (call: Call): boolean => call.method !== "GET";

async function make(call: Call, token: string, body: unknown = {}): Promise<Answer> {
  const path = call.path.replace(/:\w+/g, newId);
  return await club.call(call.method, path, { token, ...(call.method === "GET" ? {} : { body }) });
}

/** What api.md and promises.md say of roles, by hand: the contract must not drift from it. */
const RIGHTS: readonly [pattern: RegExp, roles: readonly Role[]][] = [
  [/cards\/import$/, ["owner", "card_clerk", "pool_controller"]],
  [/arrivals\/:arrival_id\/(import|discard)$/, ["owner", "card_clerk", "pool_controller"]],
  [/(POST|DELETE) .*cards\/hook$/, ["owner"]],
  [/races\/:race_id\/(open|close|delay|abandon|scratch|no-race)$/, ["owner", "pool_controller"]],
  [/races\/:race_id\/(pools|runners\/:horse_id)$/, ["owner", "card_clerk", "pool_controller"]],
  [/races\/:race_id\/(result|settle|correct|walk-over)$/, ["owner", "results_clerk"]],
  [/races\/:race_id\/(inquiry|settle\/(stop|resume))$/, ["owner", "results_clerk"]],
  [/inquiries\/:inquiry_id\/decide$/, ["owner", "results_clerk"]],
  [/POST .*\/incidents(\/:incident_id\/end)?$/, ["owner", "pool_controller", "risk"]],
  [
    /(pools\/:pool_id\/refund|meetings\/:event_id\/(abandon|scratch))$/,
    ["owner", "pool_controller"],
  ],
  [/topups\/:topup_id\/(approve|reject)$/, ["owner", "cashier"]],
  [/players\/:player_id\/adjust$/, ["owner", "cashier"]],
  [/players\/:player_id\/(un)?freeze$/, ["owner", "risk"]],
  [/POST .*\/sports\/(suspend|resume)-all$/, ["owner", "pool_controller", "card_clerk", "risk"]],
  [/POST .*\/sports\/limits$/, ["owner", "risk"]],
  [/GET .*\/audit$/, ["owner", "auditor"]],
  [/POST .*\/operators($|\/)/, ["owner"]],
  [/(POST|PUT|DELETE) .*operator\/roles($|\/)/, ["owner"]],
  [/GET .*\/(operators|going-live|roles)($|\/)/, ["owner", "auditor"]],
];

describe("the table of permissions", () => {
  test("every call below /api/operator/ needs an operator, but for those that let one in", () => {
    const open = club.ctx.calls
      .filter((call) => call.path.startsWith("/api/operator/") && !operatorCalls().includes(call))
      .map(nameOf);
    expect(open).toEqual([
      "POST /api/operator/signin",
      "POST /api/operator/signin/options",
      "POST /api/operator/signin/factor",
      "GET /api/operator/signin/ways",
      "POST /api/operator/oidc/start",
      "POST /api/operator/oidc/finish",
      "POST /api/operator/set-password",
      "POST /api/operator/refresh_token",
    ]);
    for (const { path } of operatorCalls()) expect(path).toMatch(/^\/api\/operator\//);
  });

  test.each(RIGHTS)("%s", (pattern, roles) => {
    const calls = operatorCalls().filter((call) => pattern.test(nameOf(call)));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      // The owner may do everything, named or not.
      expect(new Set(["owner", ...rolesOf(call)]), nameOf(call)).toEqual(new Set(roles));
    }
  });

  test("the auditor changes nothing", () => {
    const writes = operatorCalls().filter(
      (call) => isWrite(call) && call.access.includes("auditor"),
    );
    expect(
      writes.map(nameOf).filter((name) => name !== "POST /api/operator/ledger/verify"),
    ).toEqual([]);
  });
});

test("every call by every role: allowed where the contract says so, refused elsewhere, one row each", async () => {
  for (const role of ROLES) {
    const { id, token } = await club.newOperator(role);
    for (const call of operatorCalls()) {
      if (call.path.endsWith("/signout")) continue;
      const before = await rows(id);
      const answer = await make(call, token);
      const name = `${role}: ${nameOf(call)} ${JSON.stringify(answer.body).slice(0, 200)}`;
      const isAllowed =
        role === "owner" || call.access === "operator" || call.access.includes(role as never);
      expect(answer.status, name).toBeLessThan(500);
      expect(answer.body.code === "operator.not_allowed", name).toBe(!isAllowed);
      expect([answer.status !== 401, answer.status === 403], name).toEqual([true, !isAllowed]);
      const written = (await rows(id)) - before;
      // An invalid request (422) did nothing, and polled lists say nothing about a person.
      if (!isAllowed) expect(written, name).toBe(1);
      else if (answer.status === 422) expect(written, name).toBeLessThanOrEqual(1);
      else expect(written, name).toBe(isPolled(call) ? 0 : 1);
    }
  }
});

/** Roles of the club's own, by hand: what is chosen, and all that it opens. */
const OWN: readonly [chosen: string, opens: readonly string[]][] = [
  [
    "POST /api/operator/races/:race_id/close",
    ["POST /api/operator/races/:race_id/close", "GET /api/operator/races/:race_id"],
  ],
  [
    "POST /api/operator/topups/:topup_id/approve",
    ["POST /api/operator/topups/:topup_id/approve", "GET /api/operator/topups"],
  ],
  ["GET /api/operator/audit", ["GET /api/operator/audit"]],
];

test.each(OWN)(
  "a role of the club's own with %s opens that and no other call",
  async (chosen, opens) => {
    const { token: owner } = await club.operator();
    const reason = "by hand";
    const form = { name: chosen.slice(-40), description: "", calls: [chosen], reason };
    const role = ok(await club.call("POST", "/api/operator/roles", { token: owner, body: form }));
    const one = await club.newOperator("support");
    const given = { roles: [], own_roles: [role.role_id], reason };
    const path = `/api/operator/operators/${one.id}/roles`;
    ok(await club.call("POST", path, { token: owner, body: given }));
    for (const call of operatorCalls()) {
      if (call.path.endsWith("/signout")) continue;
      const answer = await make(call, one.token);
      const isOpen = call.access === "operator" || opens.includes(nameOf(call));
      expect(answer.body.code === "operator.not_allowed", nameOf(call)).toBe(!isOpen);
      expect([answer.status < 500, answer.status !== 401], nameOf(call)).toEqual([true, true]);
    }
  },
);

/** Impersonal lists that a console polls every few seconds leave no row. */
function isPolled(call: Call): boolean {
  const others =
    /^GET \/api\/operator\/(me|meetings|alerts|alerts\/past|jobs|backups|incidents|signs|races\/:race_id|ledger\/(trial-balance|verify))$/;
  const sports =
    /^GET \/api\/operator\/sports\/(events|events\/:event_id|feeds|board|limits|markets\/:market_id\/history)$/;
  const programs =
    /^GET \/api\/operator\/(webhooks(\/:endpoint_id\/deliveries)?|cards\/(arrivals|hook))$/;
  return programs.test(nameOf(call)) || others.test(nameOf(call)) || sports.test(nameOf(call));
}

async function rows(operatorId: string): Promise<number> {
  const [row] = await club.query("SELECT count(*)::int AS n FROM audit WHERE operator_id = $1", [
    operatorId,
  ]);
  return row?.["n"] as number;
}

test("a player's token opens no operator call, an operator's no player call", async () => {
  const player = await club.signUp();
  const owner = await club.operator();
  for (const call of club.ctx.calls) {
    const token = call.path.startsWith("/api/operator/") ? player.token : owner.token;
    if (call.access === "public") continue;
    expect((await make(call, token)).status, nameOf(call)).toBe(401);
    expect((await make(call, "")).status, nameOf(call)).toBe(401);
  }
});

test("what answers beside the calls, below /api/operator/, opens to no player's token", async () => {
  const { token } = await club.signUp();
  const calls = new Set(club.ctx.calls.map(nameOf));
  const beside = club.ctx.routes.filter(
    ({ method, path }) => path.startsWith("/api/operator/") && !calls.has(`${method} ${path}`),
  );
  expect(beside.length).toBeGreaterThan(5);
  for (const { method, path } of beside) {
    const answer = await club.call(method, path.replace(/:\w+/g, newId), { token });
    expect(answer.status, path).toBe(401);
  }
});

test("an expired token on a public call counts as none", async () => {
  for (const call of club.ctx.calls.filter(
    ({ access, method }) => access === "public" && method === "GET",
  )) {
    expect((await make(call, "0".repeat(43))).status, nameOf(call)).not.toBe(401);
  }
});

test("other people's things are not found, like things made up", async () => {
  const owner = await club.signUp();
  await club.fund(owner, 10_000);
  const [sessions] = await club.query("SELECT id FROM session WHERE player_id = $1", [owner.id]);
  const ids = [owner.id, sessions?.["id"] as string];
  const stranger = await club.signUp();
  for (const call of club.ctx.calls.filter(
    ({ access, path }) => access === "player" && path.includes(":"),
  )) {
    const made = async (id: string): Promise<Answer> =>
      await club.call(call.method, call.path.replace(/:\w+/g, id), {
        token: stranger.token,
        ...(call.method === "GET" ? {} : { body: {} }),
      });
    const invented = await made(newId());
    for (const id of [...ids, "x", "1", "../../etc/passwd".replaceAll("/", "%2f")]) {
      const answer = await made(id);
      expect([nameOf(call), answer.status], id).toEqual([nameOf(call), invented.status]);
      expect(answer.body, id).toEqual(invented.body);
    }
    expect(invented.status, nameOf(call)).toBe(404);
  }
});

test("a failed sign-in of an operator stands in the audit log", async () => {
  const body = { user_name: "owner", password: "not the password" };
  expect((await club.call("POST", "/api/operator/signin", { body })).body.code).toBe(
    "operator.refused",
  );
  const { token, id } = await club.operator();
  const { list } = (
    await club.call("GET", "/api/operator/audit?action=operator.signin_failed", { token })
  ).body;
  expect(list[0]).toMatchObject({
    action: "operator.signin_failed",
    operator_id: id,
    operator: "owner",
  });
});

test("the audit log is paged by id and found by action, target and operator", async () => {
  const { token, id } = await club.operator();
  const made = await club.newOperator("support");
  const get = async (query: string): Promise<Answer> =>
    await club.call("GET", `/api/operator/audit?${query}`, { token });
  const created = (await get(`action=operator.create&target=${made.id}`)).body.list;
  expect(created).toHaveLength(1);
  expect(created[0]).toMatchObject({
    operator_id: id,
    after: { user_name: made.name, roles: ["support"] },
  });
  const first = (await get("limit=2")).body;
  const second = (await get(`limit=2&cursor=${first.data.next_cursor}`)).body;
  expect(Number(second.list[0].audit_id)).toBeLessThan(Number(first.list[1].audit_id));
  expect((await get(`operator_id=${made.id}&action=operator.signin`)).body.list).toHaveLength(1);
  expect((await get("cursor=x")).body.params).toEqual({ field: "cursor" });
  expect((await get("operator_id=x")).body.params).toEqual({ field: "operator_id" });
});

describe("what is written of reads", () => {
  test("who reads the same again within ten minutes: once; another thing, another reader, a refusal: each time", async () => {
    const one = await club.newOperator("support");
    const two = await club.newOperator("support");
    const [ann, ben] = [await club.signUp(), await club.signUp()];
    const read = async (who: typeof one, id: string): Promise<number> =>
      (await club.call("GET", `/api/operator/players/${id}`, { token: who.token })).status;
    for (const id of [ann.id, ann.id, ben.id, ann.id]) expect(await read(one, id)).toBe(200);
    expect(await read(two, ann.id)).toBe(200);
    const isAt = async (who: typeof one, id: string) =>
      (await readLog(`kind=read&operator_id=${who.id}&target=${id}`)).length;
    expect([await isAt(one, ann.id), await isAt(one, ben.id), await isAt(two, ann.id)]).toEqual([
      1, 1, 1,
    ]);
    for (const id of ["x", "x"]) expect(await read(one, id)).toBe(404);
    expect(await readLog(`kind=refused&operator_id=${one.id}`)).toHaveLength(2);
    expect(await readLog(`kind=act&operator_id=${one.id}`)).toMatchObject([
      { action: "operator.signin" },
    ]);
  });

  test("it is found by day in club time, and the file has what the filter has", async () => {
    const one = await club.newOperator("support");
    const day = dayAt(Date.now(), club.ctx.settings.timeZone);
    const of = `operator_id=${one.id}`;
    expect(await readLog(`${of}&from=${day}&to=${day}`)).toHaveLength(1);
    expect(await readLog(`${of}&from=${addDays(day, 1)}`)).toEqual([]);
    expect(await readLog(`${of}&to=${addDays(day, -1)}`)).toEqual([]);
    const { token } = await club.operator();
    const file = async (query: string, by = token) =>
      await fetch(`${club.url}/api/operator/audit/file?${query}`, {
        headers: { authorization: `Bearer ${by}` },
      });
    const answer = await file(of);
    const lines = (await answer.text()).trim().split("\n");
    expect([answer.status, lines.length]).toEqual([200, 2]);
    expect(lines[1]).toContain(`${one.name},signed in,`);
    expect((await readLog("action=audit.file"))[0]).toMatchObject({
      after: { operator_id: one.id },
    });
    expect((await file("kind=x")).status).toBe(422);
    expect((await file(of, one.token)).status).toBe(403);
  });

  async function readLog(query: string): Promise<Record<string, unknown>[]> {
    const { token } = await club.operator();
    const answer = await club.call("GET", `/api/operator/audit?limit=100&${query}`, { token });
    expect(answer.status).toBe(200);
    return answer.body.list;
  }
});

describe("operators", () => {
  const create = async (body: object): Promise<Answer> =>
    await club.call("POST", "/api/operator/operators", {
      token: (await club.operator()).token,
      body,
    });

  test.each([
    [
      { user_name: "owner", password: "a long enough one", roles: ["risk"] },
      409,
      "user_name.taken",
    ],
    [{ user_name: "new-one", password: "short", roles: ["risk"] }, 422, "password.weak"],
    [{ user_name: "new-one", password: "a long enough one", roles: [] }, 422, "request.invalid"],
    [
      { user_name: "new-one", password: "a long enough one", roles: ["king"] },
      422,
      "request.invalid",
    ],
    [{ user_name: "a b", password: "a long enough one", roles: ["risk"] }, 422, "request.invalid"],
  ])("%j", async (body, status, code) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("sign out of this session", async () => {
    const { token } = await club.newOperator("support");
    expect((await club.call("POST", "/api/operator/signout", { token })).status).toBe(200);
    expect((await club.call("GET", "/api/operator/outbox", { token })).status).toBe(401);
  });
});
