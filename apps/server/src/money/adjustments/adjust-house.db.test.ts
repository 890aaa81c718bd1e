import { addDays } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { closeRace, openMeeting, place, settle, someBets } from "../../test/db/race-day.ts";
import { untilChained } from "../../test/db/race-day.ts";

let club: TestClub;
let maker: TestOperator;
let checker: TestOperator;
let day: string;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  maker = await club.newOperator("cashier");
  checker = await club.newOperator("cashier");
  const player = await club.signUp();
  await club.fund(player, 100_000);
  const meeting = await openMeeting(club, 2);
  day = meeting.date;
  for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  for (const race of meeting.races) {
    await closeRace(club, race.id);
    await settle(club, race.id, [[1], [2], [3], [4]]);
  }
});
afterAll(async () => await club.close());

const form = { kind: "wrong_account", from: "takeout", to: "breakage", amount_cents: 250 };
const ask = async (body: object = {}, by = maker): Promise<Answer> =>
  await club.call("POST", "/api/operator/ledger/adjust", {
    token: by.token,
    body: { ...form, reason: "booked to takeout by mistake", ...body },
  });
const askOnce = async (key: string, body: object = {}): Promise<Answer> =>
  await club.call("POST", "/api/operator/ledger/adjust", {
    token: maker.token,
    body: { ...form, reason: "once", ...body },
    headers: { "idempotency-key": key },
  });
const approve = async (id: string, by: TestOperator): Promise<Answer> =>
  await club.call("POST", `/api/operator/approvals/${id}/approve`, { token: by.token, body: {} });

async function balances(): Promise<Record<string, number>> {
  const { body } = await club.call("GET", "/api/operator/ledger/trial-balance", maker);
  return Object.fromEntries(
    body.list.map((row: { kind: string; balance_cents: number }) => [row.kind, row.balance_cents]),
  );
}

test("one asks, another books: one entry between two accounts, the books verify, the day equals", async () => {
  const before = await balances();
  const { approval_id: id } = ok(await ask());
  expect(await balances()).toEqual(before);
  expect((await approve(id, maker)).body.code).toBe("approval.same_person");
  const { entry_id: entryId } = ok(await approve(id, checker)).result;
  expect((await approve(id, checker)).body.code).toBe("approval.state");
  const after = await balances();
  expect(after["takeout"]).toBe((before["takeout"] ?? 0) - 250);
  expect(after["breakage"]).toBe((before["breakage"] ?? 0) + 250);
  const entry = ok(await club.call("GET", `/api/operator/ledger/entries/${entryId}`, maker));
  expect(entry).toMatchObject({
    kind: "house_adjustment",
    cause: `house:${id}`,
    reference: "wrong_account",
    lines: [
      { account: "takeout", amount_cents: -250 },
      { account: "breakage", amount_cents: 250 },
    ],
  });
  await untilChained(club);
  const owner = await club.operator();
  const verified = ok(
    await club.call("POST", "/api/operator/ledger/verify", { token: owner.token, body: {} }),
  );
  expect(verified.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
  const report = await club.call("GET", `/api/operator/reports/day?date=${day}`, owner);
  expect(report.body.data.matches_live).toBe(true);
});

test("it stands in the report of adjustments and in the audit log", async () => {
  const { body } = await club.call(
    "GET",
    `/api/operator/reports/adjustments?from=${addDays(day, -2)}&to=${addDays(day, 2)}`,
    maker,
  );
  const [row] = body.list;
  expect(row).toContain("takeout → breakage");
  expect(row).toContain(250);
  const acts = await club.query(
    "SELECT action, reason FROM audit WHERE target = 'takeout breakage' ORDER BY id",
  );
  expect(acts.map((act) => act["action"])).toEqual(["ledger.adjust.ask", "ledger.adjust.approve"]);
  expect(acts[0]?.["reason"]).toBe("booked to takeout by mistake");
});

test.each([
  ["players' cash", { from: "cash" }],
  ["an escrow", { to: "escrow" }],
  ["the bank", { to: "bank_clearing" }],
  ["the sports book", { from: "sports_book" }],
  ["a jackpot", { to: "jackpot" }],
  ["the same account", { to: "takeout" }],
  ["nothing", { amount_cents: 0 }],
  ["less than nothing", { amount_cents: -5 }],
  ["no reason", { reason: " " }],
])("%s cannot be moved: 422", async (_name, change) => {
  expect((await ask(change)).status).toBe(422);
});

test("the database keeps maker and checker apart, and books nothing that was not approved", async () => {
  const { approval_id: id } = ok(await ask());
  const insert = (by: TestOperator, from: string, cents: number) =>
    `BEGIN; INSERT INTO house_adjustment VALUES ('${id}', '${crypto.randomUUID()}', 'other', '${from}', 'breakage', ${cents}, 'x',
      '${maker.id}', '${by.id}'); COMMIT`;
  await expect(club.asAdmin(insert(maker, "takeout", 250))).rejects.toThrow(/four_eyes/);
  await expect(club.asAdmin(insert(checker, "cash", 250))).rejects.toThrow(/check constraint/);
  await expect(club.asAdmin(insert(checker, "takeout", 250))).rejects.toThrow(/not what was/);
  ok(await approve(id, checker));
  await expect(club.asAdmin("UPDATE house_adjustment SET amount_cents = 1")).rejects.toThrow(
    /append-only/,
  );
});

test("support may not ask", async () => {
  expect((await ask({}, await club.operator("support"))).status).toBe(403);
});

test("the same key asks once, also at once; with another movement it is refused", async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, async () => await askOnce("k1")));
  const ids = asked.map((answer) => ok(answer).approval_id);
  expect(new Set(ids).size).toBe(1);
  const replayed = asked.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
  expect(replayed).toHaveLength(4);
  const other = await askOnce("k1", { amount_cents: 251 });
  expect([other.status, other.body.code]).toEqual([409, "idempotency.mismatch"]);
  expect(ok(await askOnce("k2")).approval_id).not.toBe(ids[0]);
});
