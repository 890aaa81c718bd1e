import { KEY_SCOPES, REPORT_IDS } from "@club/contract";
import type { Call, KeyScope } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { BIRTHDAY, ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";

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

/** Written by hand: a call that becomes readable with a key has to be added here as well. */
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

describe("what a key reads of a person and of accounts", () => {
  const THEIRS = "118444179";
  const OURS = "55667788";
  const TODAY = new Date().toISOString().slice(0, 10);
  const SENDER = "GB29NWBK60161331926819";

  /** A player about whom the club holds everything it can, and a waiting withdrawal. */
  async function known(): Promise<{ player: TestPlayer; withdrawalId: string }> {
    const { token } = owner;
    const player = await club.signUp();
    await club.fund(player, 50_000);
    const card = {
      bank_name: "Harbour Mutual",
      account_name: "Noor Haldane",
      account_number: THEIRS,
      branch_code: "999-204",
      currency: "AUD",
    };
    ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
    const { withdrawal_id: withdrawalId } = ok(
      await club.call("POST", "/api/withdraw/create", {
        token: player.token,
        headers: { "idempotency-key": newId() },
        body: { amount_cents: 5000 },
      }),
    );
    const identity = `/api/operator/players/${player.id}/identity`;
    const seen = { evidence: "a passport was shown", date_of_birth: BIRTHDAY };
    await club.call("POST", identity, { token, body: seen });
    const account = {
      name: "Horse Club Trust",
      account_number: OURS,
      branch_code: "062-000",
      swift_bic: "",
      bank_code: "CBA",
      user_id: "301500",
    };
    ok(await club.call("PUT", "/api/operator/payouts/account", { token, body: account }));
    const text = `Date,Amount,Reference,Name,Details\n2026-11-20,5.00,,Pia ${THEIRS},from ${SENDER}\n`;
    const file = { file_name: "bank.csv", profile: "plain", text };
    ok(await club.call("POST", "/api/operator/bank/imports", { token, body: file }));
    ok(await club.call("GET", `/api/operator/outbox?to=${player.phone}`, { token }));
    return { player, withdrawalId };
  }

  test("is no whole account number, no phone and no birthday, in any call that a key may make", async () => {
    const { player, withdrawalId } = await known();
    const { key } = await make(KEY_SCOPES);
    const readable = new Set(
      Object.values(READS)
        .flat()
        .map((path) => `GET /api/operator/${path}`),
    );
    const calls = operatorCalls().filter((call) => readable.has(nameOf(call)));
    expect(calls).toHaveLength(readable.size);
    const ids: Record<string, string> = {
      ":player_id": player.id,
      ":withdrawal_id": withdrawalId,
    };
    const told = async (call: Call, token: string): Promise<string> => {
      const path = call.path.replace(/:(?!report)\w+/g, (name) => ids[name] ?? newId());
      const paths = path.endsWith(":report_id")
        ? REPORT_IDS.map((id) => path.replace(":report_id", `${id}?from=${TODAY}&to=${TODAY}`))
        : [`${path}?limit=100`];
      const answers: Answer[] = [];
      for (const one of paths) answers.push(await club.call("GET", one, { token }));
      if (paths.length > 1) answers.forEach(ok);
      return JSON.stringify(answers.map(({ body }): unknown => body));
    };
    const secrets = [THEIRS, OURS, SENDER, player.phone, player.phone.slice(1), BIRTHDAY];
    let toldAtDesk = "";
    for (const call of calls) {
      const text = await told(call, key);
      for (const secret of secrets) {
        expect(text.includes(secret), `${nameOf(call)} tells a key ${secret}`).toBe(false);
      }
      toldAtDesk += await told(call, owner.token);
    }
    // An operator who pays and books at the desk still sees them.
    for (const number of [THEIRS, OURS, SENDER]) expect(toldAtDesk).toContain(number);
  });

  test("but the last digits, to tell one account from another", async () => {
    const { withdrawalId } = await known();
    const { key } = await make(["money.read"]);
    const read = async (token: string): Promise<Answer["body"]> =>
      ok(await club.call("GET", `/api/operator/withdrawals/${withdrawalId}`, { token }));
    expect((await read(key)).account).toMatchObject({
      account_number: "•••4179",
      account_name: "Noor Haldane",
    });
    expect((await read(owner.token)).account.account_number).toBe(THEIRS);
  });
});
