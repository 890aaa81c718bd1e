import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, untilTaken } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { brokenChecks } from "../../test/checks.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
});

const newKey = (): string => randomBytes(8).toString("hex");

async function create(
  player: TestPlayer,
  body: object,
  key: string | null = newKey(),
): Promise<Answer> {
  const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
  return await club.call("POST", "/api/recharge/create", { token: player.token, body, headers });
}

async function decide(topUpId: string, act: "approve" | "reject", token?: string): Promise<Answer> {
  const body = act === "reject" ? { reason: "no money came" } : undefined;
  const path = `/api/operator/topups/${topUpId}/${act}`;
  return await club.call("POST", path, { token: token ?? (await club.operator()).token, body });
}

const transfer = (cents: unknown) => ({ method: "bank_transfer", amount_cents: cents });

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
}

test("a transfer is offered, with the account to pay into", async () => {
  const player = await club.signUp();
  const { body } = await club.call("GET", "/api/recharge/methods", player);
  expect(body.list).toMatchObject([
    {
      method: "bank_transfer",
      min_cents: 1,
      max_cents: 100_000_000,
      instructions: { bank_name: "Club Bank", branch_code: "062-000", account_number: "12345678" },
    },
  ]);
});

test("from the announcement to the balance and the statement", async () => {
  const player = await club.signUp();
  const created = ok(await create(player, transfer(20_000)));
  expect(created).toMatchObject({ status: "created", amount_cents: 20_000 });
  expect(created.reference).toMatch(/^HC \d{6} [A-Z]{2}\d$/);
  expect(await cashOf(player)).toBe(0);

  const { token } = await club.operator("cashier");
  const queue = await club.call("GET", "/api/operator/topups?status=waiting", { token });
  expect(queue.body.list[0]).toMatchObject({ topup_id: created.topup_id, user_name: player.name });
  expect(queue.body.data.waiting).toBeGreaterThanOrEqual(1);

  const approved = ok(await decide(created.topup_id, "approve", token));
  expect(approved).toMatchObject({ status: "approved", balance_cents: 20_000 });
  const { body } = await club.call("GET", "/api/statement/list", player);
  expect(body.list).toMatchObject([
    { type: "top_up", amount_cents: 20_000, balance_cents: 20_000, reference: created.reference },
  ]);
  const list = await club.call("GET", "/api/recharge/list", player);
  expect(list.body.list).toMatchObject([{ topup_id: created.topup_id, status: "approved" }]);
});

const refusals: [string, unknown, number, string][] = [
  ["nothing", 0, 422, "top_up.over_limit"],
  ["less than nothing", -5, 422, "top_up.over_limit"],
  ["a cent over the most", 100_000_001, 422, "top_up.over_limit"],
  ["half a cent", 0.5, 422, "request.invalid"],
  ["text", "20", 422, "request.invalid"],
];
test.each(refusals)("refuses %s", async (_what, cents, status, code) => {
  const player = await club.signUp();
  const answer = await create(player, transfer(cents));
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  const rows = await club.query("SELECT 1 FROM top_up WHERE player_id = $1", [player.id]);
  expect(rows).toEqual([]);
});

test("the least and the most of one top-up are taken", async () => {
  const player = await club.signUp();
  ok(await create(player, transfer(1)));
  ok(await create(player, transfer(100_000_000)));
});

test("refuses an unknown method, a missing key and a key that is too long", async () => {
  const player = await club.signUp();
  const unknown = await create(player, { method: "gold", amount_cents: 100 });
  expect(unknown.body.code).toBe("top_up.method_unknown");
  expect((await create(player, transfer(100), null)).body.code).toBe("idempotency.key_needed");
  expect((await create(player, transfer(100), "k".repeat(201))).body.code).toBe(
    "idempotency.key_invalid",
  );
});

test("without a date of birth there is no top-up", async () => {
  const player = await club.signUp(undefined, { isAdult: false });
  const answer = await create(player, transfer(100));
  expect([answer.status, answer.body.code]).toEqual([409, "profile.age_needed"]);
});

test("under 18 there is none either", async () => {
  const player = await club.signUp(undefined, { isAdult: false });
  await club.query("UPDATE player SET birth_cipher = '\\x00' WHERE id = $1", [player.id]);
  expect((await create(player, transfer(100))).body.code).toBe("profile.under_age");
});

test("a frozen player cannot top up", async () => {
  const player = await club.signUp();
  await club.query("UPDATE player SET status = 'frozen' WHERE id = $1", [player.id]);
  expect((await create(player, transfer(100))).body.code).toBe("player.frozen");
});

test("the same key with another body, or used for another call, is refused", async () => {
  const player = await club.signUp();
  const key = newKey();
  ok(await create(player, transfer(100), key));
  expect((await create(player, transfer(101), key)).body.code).toBe("idempotency.mismatch");
  const resolved = newKey();
  const body = { idempotency_key: resolved };
  ok(await club.call("POST", "/api/order/resolve", { token: player.token, body }));
  expect((await create(player, transfer(100), resolved)).body.code).toBe("idempotency.mismatch");
});

test("a refusal uses up no key", async () => {
  const player = await club.signUp();
  const key = newKey();
  expect((await create(player, transfer(0), key)).status).toBe(422);
  ok(await create(player, transfer(100), key));
});

test("100 requests with one key make one top-up and 100 equal answers", async () => {
  const player = await club.signUp();
  // The first rounds open connections: with only one, the requests would run in sequence.
  for (const requests of [20, 20, 20, 100]) {
    const key = newKey();
    // Beyond the limit they are told to retry with the same key.
    const send = async (): Promise<Answer> =>
      await untilTaken(async () => await create(player, transfer(5000 + requests), key));
    const answers = await Promise.all(Array.from({ length: requests }, send));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
    expect(replays.length).toBe(requests - 1);
  }
  const rows = await club.query("SELECT 1 FROM top_up WHERE player_id = $1", [player.id]);
  expect(rows.length).toBe(4);
});

test("50 approvals at once book one entry", async () => {
  const player = await club.signUp();
  const { topup_id: id } = ok(await create(player, transfer(7700)));
  const { token } = await club.operator("cashier");
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => await decide(id, "approve", token)),
  );
  for (const answer of answers) {
    expect(ok(answer)).toMatchObject({ status: "approved", balance_cents: 7700 });
  }
  expect(await cashOf(player)).toBe(7700);
  const entries = await club.query("SELECT 1 FROM entry WHERE cause = $1", [`topup:${id}:approve`]);
  expect(entries.length).toBe(1);
});

test("a decision stands: the other one is refused, the same one changes nothing", async () => {
  const player = await club.signUp();
  const first = ok(await create(player, transfer(100)));
  ok(await decide(first.topup_id, "approve"));
  expect((await decide(first.topup_id, "reject")).body.code).toBe("top_up.state");
  ok(await decide(first.topup_id, "approve"));
  const second = ok(await create(player, transfer(200)));
  const path = `/api/operator/topups/${second.topup_id}/reject`;
  const { token } = await club.operator();
  const nameless = await club.call("POST", path, { token, body: { reason: " " } });
  expect([nameless.status, nameless.body.params.field]).toEqual([422, "reason"]);
  ok(await decide(second.topup_id, "reject"));
  expect((await decide(second.topup_id, "approve")).body.code).toBe("top_up.state");
  expect(await cashOf(player)).toBe(100);
  const { body } = await club.call("GET", "/api/recharge/list?status=rejected", player);
  expect(body.list).toMatchObject([{ topup_id: second.topup_id, reason: "no money came" }]);
});

test("nobody approves a top-up of the player that he is himself", async () => {
  const player = await club.signUp();
  const { topup_id: id } = ok(await create(player, transfer(100)));
  const cashier = await club.newOperator("cashier");
  await club.asAdmin("UPDATE operator SET player_id = $2 WHERE id = $1", [cashier.id, player.id]);
  const answer = await decide(id, "approve", cashier.token);
  expect([answer.status, answer.body.code]).toEqual([403, "money.same_person"]);
  expect(await cashOf(player)).toBe(0);
});

test("only cashiers and owners decide; a made-up id is not found", async () => {
  const player = await club.signUp();
  const { topup_id: id } = ok(await create(player, transfer(100)));
  for (const role of ["auditor", "support", "risk", "results_clerk"] as const) {
    const { token } = await club.operator(role);
    expect((await decide(id, "approve", token)).status).toBe(403);
  }
  expect((await decide(crypto.randomUUID(), "approve")).status).toBe(404);
});

test("each decision leaves one row in the audit log", async () => {
  const player = await club.signUp();
  const { topup_id: id } = ok(await create(player, transfer(100)));
  ok(await decide(id, "approve"));
  const rows = await club.query(
    "SELECT action, before ->> 'status' AS before, after ->> 'status' AS after FROM audit WHERE target = $1",
    [id],
  );
  expect(rows).toEqual([{ action: "topup.approve", before: "created", after: "approved" }]);
});

test("pages of top-ups hold each once, and only the player's own", async () => {
  const player = await club.signUp();
  for (let cents = 1; cents <= 5; cents++) ok(await create(player, transfer(cents)));
  const seen: number[] = [];
  let cursor = "";
  do {
    const { body } = await club.call("GET", `/api/recharge/list?limit=2${cursor}`, player);
    seen.push(...body.list.map((each: { amount_cents: number }) => each.amount_cents));
    cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
  } while (cursor !== "");
  expect(seen).toEqual([5, 4, 3, 2, 1]);
});
