import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ok, startClub, untilTaken } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { moveClock } from "../../test/db/clock.ts";
import { closeRace, openMeeting, place, settle } from "../../test/db/race-day.ts";
import type { TestMeeting } from "../../test/db/race-day.ts";

let club: TestClub;
let meeting: TestMeeting | undefined;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TIME_ZONE: "Australia/Sydney" } });
});
beforeEach(async () => {
  await moveClock(club, "0 seconds");
  // Races that a test's clock has passed are closed.
  meeting = undefined;
});
afterAll(async () => await club.close());

type Wish = [kind: string, period: string, cents: number | null];

async function put(player: TestPlayer, ...wishes: Wish[]): Promise<Answer> {
  const limits = wishes.map(([kind, period, amount_cents]) => ({ kind, period, amount_cents }));
  return await club.call("PUT", "/api/user/limits", { token: player.token, body: { limits } });
}

async function confirm(player: TestPlayer, kind: string, period: string): Promise<Answer> {
  const body = { kind, period };
  return await club.call("POST", "/api/user/limits/confirm", { token: player.token, body });
}

async function limit(player: TestPlayer, kind: string, period: string) {
  const { body } = await club.call("GET", "/api/user/limits", player);
  return body.list.find(
    (each: { kind: string; period: string }) => each.kind === kind && each.period === period,
  );
}

async function topUp(player: TestPlayer, cents: number): Promise<Answer> {
  return await club.call("POST", "/api/recharge/create", {
    token: player.token,
    body: { method: "bank_transfer", amount_cents: cents },
    headers: { "idempotency-key": randomBytes(8).toString("hex") },
  });
}

async function bet(player: TestPlayer, betAmount: number): Promise<Answer> {
  meeting ??= await openMeeting(club, 3);
  const race = { race_id: meeting.races[0]?.id ?? "", date: meeting.date };
  return await place(club, player, { ...race, bet_type: 1, horse: [1], betAmount });
}

test("there are nine limits, none at first", async () => {
  const player = await club.signUp();
  const { body } = await club.call("GET", "/api/user/limits", player);
  expect(body.list.length).toBe(9);
  for (const each of body.list) {
    expect(each).toMatchObject({ amount_cents: null, used_cents: 0, pending: null });
  }
});

test("tighter holds at once, looser waits 24 hours and a second confirmation", async () => {
  const player = await club.signUp();
  ok(
    await put(player, ["stake", "day", 10_000]).then((answer) => ({
      ...answer,
      body: { data: 1 },
    })),
  );
  expect(await limit(player, "stake", "day")).toMatchObject({
    amount_cents: 10_000,
    pending: null,
  });
  await put(player, ["stake", "day", 5000]);
  expect(await limit(player, "stake", "day")).toMatchObject({ amount_cents: 5000 });

  await put(player, ["stake", "day", 20_000]);
  const waiting = await limit(player, "stake", "day");
  expect(waiting).toMatchObject({ amount_cents: 5000, pending: { amount_cents: 20_000 } });
  const wait = Date.parse(waiting.pending.from) - Date.now();
  expect(wait / 3_600_000).toBeCloseTo(24, 1);
  const early = await confirm(player, "stake", "day");
  expect([early.status, early.body.code]).toEqual([409, "limit.waiting"]);

  await moveClock(club, "23 hours 59 minutes");
  expect((await confirm(player, "stake", "day")).body.code).toBe("limit.waiting");
  await moveClock(club, "24 hours 1 minute");
  expect(await limit(player, "stake", "day")).toMatchObject({ amount_cents: 5000 });
  expect((await confirm(player, "stake", "day")).status).toBe(200);
  expect(await limit(player, "stake", "day")).toMatchObject({
    amount_cents: 20_000,
    pending: null,
  });
  expect((await confirm(player, "stake", "day")).body.code).toBe("limit.nothing_pending");
});

test("removing a limit waits too; then bets are not held up any more", async () => {
  const player = await club.signUp();
  await club.fund(player, 100_000);
  await put(player, ["stake", "week", 100]);
  await put(player, ["stake", "week", null]);
  expect(await limit(player, "stake", "week")).toMatchObject({
    amount_cents: 100,
    pending: { amount_cents: null },
  });
  expect((await bet(player, 2)).body.code).toBe("limit.stake");
  await club.query(
    "UPDATE player_limit SET pending_from = club_now_ms() - interval '1 minute' WHERE player_id = $1",
    [player.id],
  );
  expect((await confirm(player, "stake", "week")).status).toBe(200);
  const [row] = await club.query("SELECT has_stake_limit FROM player WHERE id = $1", [player.id]);
  expect(row).toEqual({ has_stake_limit: false });
  ok(await bet(player, 2));
});

test("a looser limit that nobody confirms for 7 days lapses", async () => {
  const player = await club.signUp();
  await put(player, ["loss", "month", 100]);
  await put(player, ["loss", "month", 200]);
  await moveClock(club, "7 days 23 hours");
  expect(await limit(player, "loss", "month")).toMatchObject({ pending: { amount_cents: 200 } });
  await moveClock(club, "8 days 1 minute");
  expect(await limit(player, "loss", "month")).toMatchObject({ amount_cents: 100, pending: null });
  expect((await confirm(player, "loss", "month")).body.code).toBe("limit.nothing_pending");
});

test("a tightening cancels what waits; asking again does not start anew", async () => {
  const player = await club.signUp();
  await put(player, ["deposit", "day", 1000]);
  await put(player, ["deposit", "day", 2000]);
  const first = await limit(player, "deposit", "day");
  await moveClock(club, "5 hours");
  await put(player, ["deposit", "day", 2000]);
  expect((await limit(player, "deposit", "day")).pending).toEqual(first.pending);
  await put(player, ["deposit", "day", 900]);
  expect(await limit(player, "deposit", "day")).toMatchObject({ amount_cents: 900, pending: null });
});

test("no way round the wait: each of these leaves a stake limit of 1.00 as it is", async () => {
  const player = await club.signUp();
  await put(player, ["stake", "day", 100]);
  const tries: (() => Promise<Answer>)[] = [
    async () => await put(player, ["stake", "day", 100_000]),
    async () => await put(player, ["stake", "day", null]),
    async () => await put(player, ["stake", "day", null], ["stake", "day", 100_000]),
    async () => await put(player, ["stake", "day", -1]),
    async () => await confirm(player, "stake", "day"),
    async () => await put(player, ["stake", "week", 100_000]),
  ];
  for (const attempt of tries) {
    await attempt();
    expect(await limit(player, "stake", "day")).toMatchObject({ amount_cents: 100 });
  }
});

const bad: [string, unknown][] = [
  ["an unknown kind", [{ kind: "time", period: "day", amount_cents: 1 }]],
  ["an unknown period", [{ kind: "stake", period: "year", amount_cents: 1 }]],
  ["half a cent", [{ kind: "stake", period: "day", amount_cents: 0.5 }]],
  ["less than nothing", [{ kind: "stake", period: "day", amount_cents: -1 }]],
  ["no amount", [{ kind: "stake", period: "day" }]],
  ["nothing at all", []],
];
test.each(bad)("refuses %s", async (_what, limits) => {
  const player = await club.signUp();
  const answer = await club.call("PUT", "/api/user/limits", {
    token: player.token,
    body: { limits },
  });
  expect(answer.status).toBe(422);
  expect(await club.query("SELECT 1 FROM player_limit WHERE player_id = $1", [player.id])).toEqual(
    [],
  );
});

test("the deposit limit is gross: pending and approved count, what was decided against does not", async () => {
  const player = await club.signUp();
  await put(player, ["deposit", "week", 10_000]);
  const first = ok(await topUp(player, 6000));
  expect(await limit(player, "deposit", "week")).toMatchObject({ used_cents: 6000 });
  const over = await topUp(player, 4001);
  expect([over.status, over.body.code, over.body.params.left_cents]).toEqual([
    409,
    "limit.deposit",
    4000,
  ]);
  const second = ok(await topUp(player, 4000));
  const { token } = await club.operator();
  const body = { reason: "no money came" };
  ok(await club.call("POST", `/api/operator/topups/${second.topup_id}/reject`, { token, body }));
  ok(await club.call("POST", `/api/operator/topups/${first.topup_id}/approve`, { token }));
  expect((await topUp(player, 4001)).body.code).toBe("limit.deposit");
  ok(await topUp(player, 4000));
});

test("the deposit limit holds at the approval too", async () => {
  const player = await club.signUp();
  const { topup_id: id } = ok(await topUp(player, 6000));
  await put(player, ["deposit", "day", 5000]);
  const { token } = await club.operator();
  const answer = await club.call("POST", `/api/operator/topups/${id}/approve`, { token });
  expect([answer.status, answer.body.code]).toEqual([409, "limit.deposit"]);
});

test("withdrawing makes no room to deposit again: not when asked for, paid or taken back", async () => {
  const player = await club.signUp();
  await put(player, ["deposit", "week", 5000]);
  await club.fund(player, 5000);
  const card = {
    bank_name: "Bank",
    account_name: "A Person",
    account_number: "12345678",
    branch_code: "062-000",
    swift_bic: "",
    currency: "AUD",
  };
  const call = async (path: string, token: string, body: object = {}): Promise<Answer> =>
    await club.call("POST", path, {
      token,
      body,
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    });
  ok(await call("/api/user/bank_card", player.token, card));
  const cashier = await club.newOperator("cashier");
  ok(
    await call(`/api/operator/players/${player.id}/bank-card/verify`, cashier.token, {
      reason: "seen",
    }),
  );
  const refused = async (): Promise<void> => {
    const answer = await topUp(player, 1);
    expect([answer.status, answer.body.code]).toEqual([409, "limit.deposit"]);
    expect(await limit(player, "deposit", "week")).toMatchObject({ used_cents: 5000 });
  };
  const first = ok(await call("/api/withdraw/create", player.token, { amount_cents: 2000 }));
  await refused();
  ok(await call(`/api/withdraw/${first.withdrawal_id}/cancel`, player.token));
  await refused();
  const second = ok(await call("/api/withdraw/create", player.token, { amount_cents: 3000 }));
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '2 days'");
  const path = `/api/operator/withdrawals/${second.withdrawal_id}`;
  ok(await call(`${path}/approve`, cashier.token));
  ok(await call(`${path}/paid`, cashier.token));
  await refused();
});

test("20 top-ups at once never pass the limit by a cent", async () => {
  const player = await club.signUp();
  await put(player, ["deposit", "day", 5000]);
  const send = async (): Promise<Answer> => await untilTaken(async () => await topUp(player, 700));
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.filter((answer) => answer.status === 200).length).toBe(7);
});

test("50 bets at once never pass the stake limit by a cent", async () => {
  const player = await club.signUp();
  await club.fund(player, 1_000_000);
  await put(player, ["stake", "day", 2000]);
  const first = ok(await bet(player, 0.5));
  expect(first.cost_cents).toBe(50);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => await bet(player, 3 + (i % 2) * 0.01)),
  );
  const taken = answers
    .filter((answer) => answer.status === 200)
    .map((answer) => ok(answer).cost_cents);
  const used = taken.reduce((sum: number, cents: number) => sum + cents, 50);
  expect(used).toBeLessThanOrEqual(2000);
  expect(used).toBeGreaterThan(1700);
  expect(await limit(player, "stake", "day")).toMatchObject({ used_cents: used });
});

test("what is refunded of a bet makes room, what is paid makes none", async () => {
  const player = await club.signUp();
  await club.fund(player, 100_000);
  const own = await openMeeting(club, 2);
  const race = { race_id: own.races[0]?.id ?? "", date: own.date };
  await put(player, ["stake", "day", 1000], ["loss", "day", 1000]);
  ok(await place(club, player, { ...race, bet_type: 1, horse: [1, 2], betAmount: 3 }));
  ok(await place(club, player, { ...race, bet_type: 1, horse: [3], betAmount: 4 }));
  expect(await limit(player, "stake", "day")).toMatchObject({ used_cents: 1000 });
  expect(
    (await place(club, player, { ...race, bet_type: 1, horse: [4], betAmount: 1 })).status,
  ).toBe(409);

  const { token } = await club.operator();
  const scratch = `/api/operator/races/${race.race_id}/scratch`;
  ok(await club.call("POST", scratch, { token, body: { horse_id: 3 } }));
  expect(await limit(player, "stake", "day")).toMatchObject({ used_cents: 600 });
  expect(await limit(player, "loss", "day")).toMatchObject({ used_cents: 600 });

  await closeRace(club, race.race_id);
  await settle(club, race.race_id, [[1], [2], [4], [5]]);
  expect(await limit(player, "stake", "day")).toMatchObject({ used_cents: 600 });
  const loss = await limit(player, "loss", "day");
  expect(loss.used_cents).toBeLessThan(600);
});

const rooms: [string, string, string][] = [
  // Sydney: clocks go forward on 2026-10-04, back on 2027-04-04.
  ["day", "2026-11-20T12:59:59.999Z", "2026-11-20T13:00:00.000Z"],
  ["week", "2026-11-21T12:00:00.000Z", "2026-11-22T13:00:00.000Z"],
  ["month", "2026-11-20T12:00:00.000Z", "2026-11-30T13:00:00.000Z"],
  ["day", "2026-10-03T14:00:00.000Z", "2026-10-04T13:00:00.000Z"],
  ["day", "2027-04-03T13:00:00.000Z", "2027-04-04T14:00:00.000Z"],
  ["month", "2026-09-30T14:00:00.000Z", "2026-10-31T13:00:00.000Z"],
];
test.each(rooms)("a %s that holds %s ends %s in club time", async (period, at, end) => {
  const rows = await club.query(
    "SELECT resets_at FROM limits_used($1, $2, 'Australia/Sydney') WHERE period = $3",
    [crypto.randomUUID(), at, period],
  );
  expect(rows[0]?.["resets_at"].toISOString()).toBe(end);
});

test("loss_room: cost of the window's bets less what came back to them, the lowest limit", async () => {
  const player = await club.signUp();
  await club.fund(player, 100_000);
  const room = async () =>
    (
      await club.query("SELECT loss_room($1, club_now_ms(), 'Australia/Sydney') AS room", [
        player.id,
      ])
    )[0]?.["room"];
  expect(await room()).toBeNull();
  await put(player, ["loss", "day", 5000], ["loss", "month", 3000]);
  const [row] = await club.query("SELECT has_loss_limit FROM player WHERE id = $1", [player.id]);
  expect(row).toEqual({ has_loss_limit: true });
  expect(await room()).toBe(3000n);
  ok(await bet(player, 12));
  expect(await room()).toBe(1800n);
});
