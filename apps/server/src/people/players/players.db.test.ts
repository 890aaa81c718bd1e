import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { openMeeting, place, someBets } from "../../test/db/race-day.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await club.close();
});

interface AdjustOptions {
  token?: string;
  key?: string;
  kind?: string;
  reason?: unknown;
}

async function adjust(
  player: TestPlayer,
  cents: unknown,
  options: AdjustOptions = {},
): Promise<Answer> {
  const { kind = "goodwill", reason = "a long queue" } = options;
  return await club.call("POST", `/api/operator/players/${player.id}/adjust`, {
    token: options.token ?? (await club.operator()).token,
    body: { kind, amount_cents: cents, reason },
    ...(options.key === undefined ? {} : { headers: { "idempotency-key": options.key } }),
  });
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
}

test("players are found by name, by the beginning of it and by id", async () => {
  const name = `find${randomBytes(4).toString("hex")}`;
  const player = await club.signUp(name);
  const { token } = await club.operator("support");
  for (const q of [name, name.slice(0, 9).toUpperCase(), player.id]) {
    const { body } = await club.call("GET", `/api/operator/players?q=${q}`, { token });
    expect(body.list.map((each: { user_name: string }) => each.user_name)).toEqual([name]);
  }
  const { body } = await club.call("GET", "/api/operator/players?q=%25", { token });
  expect(body.list).toEqual([]);
});

test("the list goes on by its cursor, newest first", async () => {
  const last = await club.signUp();
  const { token } = await club.operator("auditor");
  const first = await club.call("GET", "/api/operator/players?limit=1", { token });
  expect(first.body.list[0].player_id).toBe(last.id);
  const { next_cursor: cursor } = first.body.data;
  const next = await club.call("GET", `/api/operator/players?limit=1&cursor=${cursor}`, { token });
  expect(next.body.list[0].player_id).not.toBe(last.id);
});

test("one player with wallet, limits, bets and lines; the read is in the audit log", async () => {
  const player = await club.signUp();
  await club.fund(player, 50_000);
  const meeting = await openMeeting(club);
  const bets = someBets(meeting);
  for (const bet of bets) ok(await place(club, player, bet));
  const operator = await club.newOperator("risk");
  const data = ok(await club.call("GET", `/api/operator/players/${player.id}`, operator));
  const staked = 50_000 - data.cash_cents;
  expect(data).toMatchObject({ user_name: player.name, open_bets: bets.length, status: "active" });
  expect(data.open_stakes_cents).toBe(staked);
  expect(data.limits.length).toBe(9);
  expect(data.orders.length).toBe(bets.length);
  expect(data.lines.length).toBe(bets.length + 1);
  expect(data.lines[0].bet).toMatchObject({ meetings: `Meeting ${meeting.code}`, raceNo: 1 });
  const rows = await club.query("SELECT action, target FROM audit WHERE operator_id = $1", [
    operator.id,
  ]);
  expect(rows.filter((row) => row["action"] === "player.read")).toEqual([
    { action: "player.read", target: player.id },
  ]);
});

test("a made-up player is not found, and a role without the right is refused", async () => {
  const owner = await club.operator();
  const path = `/api/operator/players/${crypto.randomUUID()}`;
  expect((await club.call("GET", path, owner)).status).toBe(404);
  expect((await club.call("GET", "/api/operator/players/1", owner)).status).toBe(404);
  const clerk = await club.operator("card_clerk");
  expect((await club.call("GET", path, clerk)).status).toBe(403);
  const player = await club.signUp();
  const auditor = await club.operator("auditor");
  expect((await adjust(player, 100, { token: auditor.token })).status).toBe(403);
});

test("an adjustment gives and takes, never below zero", async () => {
  const player = await club.signUp();
  const given = ok(await adjust(player, 5000, { kind: "opening" }));
  expect(given).toMatchObject({ status: "done", approval_id: null, balance_cents: 5000 });
  expect(ok(await adjust(player, -4999))).toMatchObject({ balance_cents: 1 });
  const over = await adjust(player, -2);
  expect([over.status, over.body.code]).toEqual([409, "funds.insufficient"]);
  ok(await adjust(player, -1));
  expect(await cashOf(player)).toBe(0);
  const { body } = await club.call("GET", "/api/statement/list?type=adjustment", player);
  expect(body.list.map((line: { amount_cents: number }) => line.amount_cents)).toEqual([
    -1, -4999, 5000,
  ]);
  const audits = await club.query(
    `SELECT after ->> 'amount_cents' AS cents, reason FROM audit WHERE target = $1 AND action = 'player.adjust'
     ORDER BY id`,
    [player.id],
  );
  expect(audits).toEqual([
    { cents: "5000", reason: "a long queue" },
    { cents: "-4999", reason: "a long queue" },
    { cents: "-1", reason: "a long queue" },
  ]);
});

const bad: [string, unknown, AdjustOptions][] = [
  ["nothing", 0, {}],
  ["half a cent", 0.5, {}],
  ["text", "100", {}],
  ["more than there is money", 1e15, {}],
  ["an unknown kind", 100, { kind: "gift" }],
  ["no reason", 100, { reason: "  " }],
];
test.each(bad)("refuses an adjustment of %s", async (_what, cents, options) => {
  const player = await club.signUp();
  expect((await adjust(player, cents, options)).status).toBe(422);
  expect(await cashOf(player)).toBe(0);
});

test("40 adjustments at once with one key happen once; without a key each happens", async () => {
  const player = await club.signUp();
  const key = randomBytes(8).toString("hex");
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => await adjust(player, 700, { key })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await cashOf(player)).toBe(700);
  expect((await adjust(player, 701, { key })).body.code).toBe("idempotency.mismatch");
  ok(await adjust(player, 700));
  ok(await adjust(player, 700));
  expect(await cashOf(player)).toBe(2100);
});

test("60 takings at once from money for 10: 10 happen", async () => {
  const player = await club.signUp();
  ok(await adjust(player, 1000));
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => await adjust(player, -100)),
  );
  expect(answers.filter((answer) => answer.status === 200).length).toBe(10);
  expect(new Set(answers.map((answer) => answer.body.code))).toEqual(
    new Set([undefined, "funds.insufficient"]),
  );
  expect(await cashOf(player)).toBe(0);
});

test("nobody adjusts the player that he is himself", async () => {
  const player = await club.signUp();
  const cashier = await club.newOperator("cashier");
  await club.asAdmin("UPDATE operator SET player_id = $2 WHERE id = $1", [cashier.id, player.id]);
  const answer = await adjust(player, 100, { token: cashier.token });
  expect([answer.status, answer.body.code]).toEqual([403, "money.same_person"]);
});

test("a frozen player's sessions end and no bet goes through; unfrozen he bets again", async () => {
  const player = await club.signUp();
  await club.fund(player, 50_000);
  const meeting = await openMeeting(club);
  const [bet] = someBets(meeting);
  if (bet === undefined) throw new Error("there is a bet");
  ok(await place(club, player, bet));
  const risk = await club.operator("risk");
  const path = `/api/operator/players/${player.id}`;
  const body = { reason: "a call from the bank" };
  expect((await club.call("POST", `${path}/freeze`, { token: risk.token, body: {} })).status).toBe(
    422,
  );
  ok(await club.call("POST", `${path}/freeze`, { token: risk.token, body }));
  expect((await place(club, player, bet)).status).toBe(401);
  const refreshed = await club.call("POST", "/api/user/refresh_token", {
    body: { refresh_token: player.refreshToken },
  });
  expect(refreshed.status).toBe(401);
  ok(await club.call("POST", `${path}/unfreeze`, { token: risk.token, body }));
  const signedIn = ok(
    await club.call("POST", "/api/user/signin", {
      body: { user_name: player.name, password: player.password },
    }),
  );
  ok(await place(club, { ...player, token: signedIn.access_token }, { ...bet, betAmount: 7 }));
});
