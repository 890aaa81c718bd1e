import { KEY_SCOPES } from "@club/contract";
import type { Call, KeyScope } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { ok, startClub } from "../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../test/club.ts";

/* Keys with scopes: what each may read, cell by cell, and that none may act. */

let club: TestClub;
let owner: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  owner = await club.operator();
});
afterAll(async () => await club.close());

async function make(scopes: readonly KeyScope[], name = "bookkeeping"): Promise<Answer["body"]> {
  const body = { name, scopes, days: 30 };
  return ok(await club.call("POST", "/api/operator/api-keys", { token: owner.token, body }));
}

const operatorCalls = (): Call[] =>
  club.ctx.calls.filter(({ access }) => access !== "public" && access !== "player");
const nameOf = (call: Call): string => `${call.method} ${call.path}`;

async function ask(call: Call, token: string): Promise<Answer> {
  const path = call.path.replace(/:\w+/g, newId);
  return await club.call(call.method, path, {
    token,
    ...(call.method === "GET" ? {} : { body: {} }),
  });
}

/** By hand: a call that comes to be readable by a key has to be written here as well. */
const READS: Readonly<Record<KeyScope, readonly string[]>> = {
  "races.read": [
    "meetings",
    "incidents",
    "races/:race_id",
    "sports/events",
    "sports/events/:event_id",
    "sports/board",
  ],
  "reports.read": ["reports/day", "reports/:report_id", "sports/report"],
  "ledger.read": [
    "ledger/entries",
    "ledger/entries/:entry_id",
    "ledger/months",
    "ledger/trial-balance",
    "ledger/verifications",
    "ledger/verify",
  ],
  "money.read": [
    "topups",
    "withdrawals",
    "withdrawals/:withdrawal_id",
    "payouts",
    "bank/imports",
    "bank/lines",
    "bank/profiles",
    "bank/reconciliation",
  ],
  "players.read": ["players", "players/:player_id"],
  "audit.read": ["audit"],
};

test.each(KEY_SCOPES)(
  "%s: every call, allowed where the table says so, refused elsewhere, in the log",
  async (scope) => {
    const { key, key_id: id } = await make([scope]);
    const readable = READS[scope].map((path) => `GET /api/operator/${path}`);
    for (const call of operatorCalls()) {
      const before = await rowsOf(id);
      const answer = await ask(call, key);
      const isAllowed = readable.includes(nameOf(call));
      const name = `${scope}: ${nameOf(call)} ${JSON.stringify(answer.body).slice(0, 150)}`;
      expect(answer.status, name).toBeLessThan(500);
      expect([answer.status, answer.body.code].includes("operator.not_allowed"), name).toBe(
        !isAllowed,
      );
      expect(answer.status === 403, name).toBe(!isAllowed);
      if (!isAllowed) expect(await rowsOf(id), name).toBe(before + 1);
    }
  },
);

async function rowsOf(keyId: string): Promise<number> {
  const [row] = await club.query("SELECT count(*)::int AS n FROM audit WHERE operator_id = $1", [
    keyId,
  ]);
  return row?.["n"] as number;
}

test("a key is shown once, kept as a hash, and named in the audit log", async () => {
  const { key, key_id: id, hint } = await make(["players.read"], "crm");
  expect(key).toMatch(/^hck_[\w-]{43}$/);
  expect(key.endsWith(hint)).toBe(true);
  const [row] = await club.query("SELECT * FROM api_key WHERE id = $1", [id]);
  expect(JSON.stringify(row)).not.toContain(key);
  const { list } = (await club.call("GET", "/api/operator/api-keys", { token: owner.token })).body;
  expect(JSON.stringify(list)).not.toContain(key);
  const player = await club.signUp();
  ok(await club.call("GET", `/api/operator/players/${player.id}`, { token: key }));
  const audit = await club.call("GET", `/api/operator/audit?operator_id=${id}`, {
    token: owner.token,
  });
  expect(audit.body.list[0]).toMatchObject({
    action: "player.read",
    operator: "key: crm",
    target: player.id,
  });
});

test("a key that is revoked, over, or not the club's opens nothing, at once", async () => {
  const { key, key_id: id } = await make(["audit.read"]);
  const read = async (token: string): Promise<number> =>
    (await club.call("GET", "/api/operator/audit", { token })).status;
  expect(await read(key)).toBe(200);
  const path = `/api/operator/api-keys/${id}/revoke`;
  expect(ok(await club.call("POST", path, { token: owner.token, body: {} })).state).toBe("revoked");
  expect(await read(key)).toBe(401);

  const other = await make(["audit.read"]);
  await club.asAdmin(
    "UPDATE api_key SET created_at = created_at - interval '60 days', expires_at = expires_at - interval '31 days' WHERE id = $1",
    [other.key_id],
  );
  expect(await read(other.key)).toBe(401);
  expect(await read(`hck_${"A".repeat(43)}`)).toBe(401);
  expect(
    (await club.call("GET", "/api/user/wallet", { token: (await make(["players.read"])).key }))
      .status,
  ).toBe(401);
});
