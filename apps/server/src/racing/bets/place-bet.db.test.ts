import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

let club: TestClub;
let player: TestPlayer;
let race: TestRace;
let second: TestRace;
let key = 0;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 100_000_00);
  const day = await openRaceDay(club, { races: 2, runners: 16 });
  race = day[0] as TestRace;
  second = day[1] as TestRace;
});
afterAll(async () => await club.close());

async function place(
  form: object,
  headers: Record<string, string> = { "idempotency-key": `k${++key}` },
) {
  return await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body: { race_id: race.race_id, betAmount: 1, ...form },
    headers,
  });
}

async function counts() {
  const [row] =
    await club.query(`SELECT (SELECT count(*) FROM bet) AS bets, (SELECT count(*) FROM entry) AS entries,
    (SELECT sum(amount_cents) FROM posting) AS sum, (SELECT count(*) FROM pool_delta) AS deltas`);
  return {
    bets: Number(row?.["bets"]),
    entries: Number(row?.["entries"]),
    sum: String(row?.["sum"]),
  };
}

describe("all 15 types through the wire", () => {
  const leg2 = (): object => ({
    race_id2: second.race_id,
    event_id2: second.event_id,
    raceNo2: "2",
  });
  test.each([
    [1, "Single Win", { horse: [1, 2] }, 2],
    [2, "Single Place", { horse: 3 }, 1],
    [3, "Quinella", { horse: [1, 2], horse2: [2, 3] }, 3],
    [4, "Quinella Box", { horse: "1,2,3" }, 3],
    [5, "Exacta", { horse1st: [1, 2], horse2nd: [1, 2] }, 2],
    [6, "Trifecta", { horse1st: [1], horse2nd: [2, 3], horse3rd: [2, 3, 4] }, 4],
    [7, "Trifecta Box", { horse: [1, 2, 3, 4] }, 24],
    [8, "First 4", { horse1st: 1, horse2nd: 2, horse3rd: 3, horse4th: "4-Runner 4" }, 1],
    [9, "Each Way", { horse: [5], betAmount: "2.50", betAmount2: 1 }, 2],
    [10, "Double WIN", { horse: [1, 2], horse2: [1] }, 2],
    [11, "Double Place", { horse: [1], horse2: [1, 2, 3] }, 3],
    [12, "Quinella Stand Out", { horse1st: [1], horse: [2, 3] }, 2],
    [13, "Exacta Stand Out", { horse1st: [1], horse: [2, 3, 4] }, 3],
    [14, "Trifecta Stand Out", { horse1st: [1], horse: [2, 3, 4] }, 6],
    [15, "First 4 Stand Out", { horse1st: [1], horse2nd: [2], horse: [3, 4, 5] }, 6],
  ])("%i %s", async (bet_type, _name, form, combinations) => {
    const before = await balance();
    const doubles = bet_type === 10 || bet_type === 11 ? leg2() : {};
    const data = ok(await place({ bet_type, ...form, ...doubles }));
    expect(data).toMatchObject({ bet_type, combinations });
    const cost = bet_type === 9 ? 350 : combinations * 100;
    expect(data.cost_cents).toBe(cost);
    expect(data.balance_cents).toBe(before - cost);
    expect(await balance()).toBe(before - cost);
    const { data: order } = (
      await club.call("GET", `/api/order/${data.order_id}`, { token: player.token })
    ).body;
    expect(order).toMatchObject({ status: "accepted", payout_cents: 0, cost_cents: cost });
    expect(hashOfLeaf(order)).toBe(data.receipt_hash);
  });

  async function balance(): Promise<number> {
    return ok(await club.call("GET", "/api/user/wallet", { token: player.token })).cash_cents;
  }
});

/** The leaf as api.md defines it, hashed independently of the club's code. */
function hashOfLeaf(order: Record<string, unknown>): string {
  const leaf: Record<string, unknown> = {};
  for (const name of [
    "accepted_at",
    "bet_type",
    "cost_cents",
    "nonce",
    "order_id",
    "race_id",
    "race_id2",
    "selections",
    "unit_stake2_cents",
    "unit_stake_cents",
  ]) {
    leaf[name] = order[name];
  }
  return createHash("sha256")
    .update(Buffer.concat([Buffer.from([0]), Buffer.from(JSON.stringify(leaf))]))
    .digest("hex");
}

describe("refused, and nothing written", () => {
  const cases: [string, () => object, number, string, string?][] = [
    ["bet type 0", () => ({ bet_type: 0, horse: 1 }), 422, "bet.type_unknown", "bet_type"],
    ["bet type 24", () => ({ bet_type: 24, horse: 1 }), 422, "bet.type_unknown", "bet_type"],
    [
      "a pool over three races that is not named",
      () => ({ bet_type: 30, legs: [[1], [1], [1]] }),
      422,
      "bet.race_mismatch",
      "multi_pool_id",
    ],
    [
      "an All Up whose leg names no race",
      () => ({ bet_type: 40, legs: [{ pool: "WIN", horse: 1 }] }),
      422,
      "bet.race_mismatch",
      "legs",
    ],
    [
      "unknown saddle number",
      () => ({ bet_type: 1, horse: 17 }),
      422,
      "bet.runner_unknown",
      "horse",
    ],
    ["one twice", () => ({ bet_type: 1, horse: [1, 1] }), 422, "bet.runner_twice", "horse"],
    [
      "no combination",
      () => ({ bet_type: 5, horse1st: 1, horse2nd: 1 }),
      422,
      "bet.no_combination",
      "horse1st",
    ],
    [
      "over 30,000 combinations",
      () => {
        const field = Array.from({ length: 16 }, (_, i) => i + 1);
        return { bet_type: 8, horse1st: field, horse2nd: field, horse3rd: field, horse4th: field };
      },
      422,
      "bet.too_many_combinations",
      "horse1st",
    ],
    ["nothing selected", () => ({ bet_type: 1, horse: [] }), 422, "bet.nothing_selected", "horse"],
    [
      "over the limit by its combinations",
      () => ({
        bet_type: 7,
        horse: Array.from({ length: 16 }, (_, i) => i + 1),
        betAmount: 10_000,
      }),
      422,
      "bet.over_limit",
      "betAmount",
    ],
    [
      "negative amount",
      () => ({ bet_type: 1, horse: 1, betAmount: -1 }),
      422,
      "bet.amount_invalid",
      "betAmount",
    ],
    [
      "zero amount",
      () => ({ bet_type: 1, horse: 1, betAmount: 0 }),
      422,
      "bet.amount_invalid",
      "betAmount",
    ],
    [
      "three decimals",
      () => ({ bet_type: 1, horse: 1, betAmount: "1.005" }),
      422,
      "bet.amount_invalid",
      "betAmount",
    ],
    [
      "huge amount",
      () => ({ bet_type: 1, horse: 1, betAmount: 1e15 }),
      422,
      "bet.amount_invalid",
      "betAmount",
    ],
    [
      "over the limit",
      () => ({ bet_type: 1, horse: 1, betAmount: "1000000.01" }),
      422,
      "bet.over_limit",
      "betAmount",
    ],
    [
      "wrong date",
      () => ({ bet_type: 1, horse: 1, date: "2001-01-01" }),
      422,
      "bet.date_wrong",
      "date",
    ],
    [
      "other meeting",
      () => ({ bet_type: 1, horse: 1, meetings: "Elsewhere" }),
      422,
      "bet.race_mismatch",
      "meetings",
    ],
    [
      "other number",
      () => ({ bet_type: 1, horse: 1, raceNo: 9 }),
      422,
      "bet.race_mismatch",
      "raceNo",
    ],
    [
      "no race",
      () => ({ bet_type: 1, horse: 1, race_id: "" }),
      422,
      "bet.race_mismatch",
      "race_id",
    ],
    [
      "a race that is none",
      () => ({ bet_type: 1, horse: 1, race_id: "nonsense" }),
      404,
      "not_found",
      "race_id",
    ],
    [
      "a second leg that is none",
      () => ({ bet_type: 10, horse: 1, horse2: 1, race_id2: "nonsense" }),
      404,
      "not_found",
      "race_id2",
    ],
    [
      "second leg equal to the first",
      () => ({ bet_type: 10, horse: 1, horse2: 1, race_id2: race.race_id }),
      422,
      "bet.same_race_twice",
      "race_id2",
    ],
    [
      "more than there is",
      () => ({ bet_type: 1, horse: 1, betAmount: 999_999 }),
      409,
      "funds.insufficient",
    ],
  ];
  test.each(cases)("%s", async (_name, form, status, code, field) => {
    const before = await counts();
    const answer = await place(form());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.status).toBe(status);
    expect(answer.body.message).not.toContain(code);
    if (field !== undefined) expect(answer.body.params.field).toBe(field);
    expect(await counts()).toEqual(before);
  });

  test("a price, cost or balance of the client is not believed", async () => {
    const form = {
      bet_type: 1,
      horse: 1,
      cost_cents: 1,
      balance: 1e9,
      dividend_cents: 1,
      exchange_rate: 0,
    };
    expect(ok(await place(form)).cost_cents).toBe(100);
  });

  test("a player without a date of birth, and one who is frozen", async () => {
    const child = await club.signUp(undefined, { isAdult: false });
    const body = { race_id: race.race_id, bet_type: 1, horse: 1, betAmount: 1 };
    const young = await club.call("POST", "/api/order/place-order", { token: child.token, body });
    expect([young.status, young.body.code]).toEqual([409, "profile.age_needed"]);
  });

  test("another player's order is not found", async () => {
    const data = ok(await place({ bet_type: 1, horse: 1 }));
    const other = await club.signUp();
    const answer = await club.call("GET", `/api/order/${data.order_id}`, { token: other.token });
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  });
});

describe("keys", () => {
  test("the same key and bet, in any spelling, gives the first answer; another bet is a mismatch", async () => {
    const headers = { "idempotency-key": "spelt" };
    const first = await place({ bet_type: 9, horse: [3] }, headers);
    const again = await place({ bet_type: "9", horse: "3-Runner 3", betAmount2: "1.00" }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await place({ bet_type: 9, horse: [4] }, headers);
    expect([other.status, other.body.code]).toEqual([409, "idempotency.mismatch"]);
  });

  test("a refusal leaves its key free", async () => {
    const headers = { "idempotency-key": "free" };
    expect((await place({ bet_type: 1, horse: 99 }, headers)).status).toBe(422);
    expect((await place({ bet_type: 1, horse: 1 }, headers)).status).toBe(200);
  });

  test.each(["", "x".repeat(201)])("a key of %j is refused", async (value) => {
    const answer = await place({ bet_type: 1, horse: 1 }, { "idempotency-key": value });
    expect([answer.status, answer.body.code]).toEqual([422, "idempotency.key_invalid"]);
  });

  test("without a key the same bet within a minute asks first", async () => {
    const form = { bet_type: 4, horse: [11, 12] };
    const first = await place(form, {});
    const again = await place(form, {});
    expect([again.status, again.body.code]).toEqual([409, "bet.same_again"]);
    expect(again.body.params.receipt).toEqual(first.body.data);
    const confirmed = await place({ ...form, confirm_same: true }, {});
    expect(ok(confirmed).order_id).not.toBe(first.body.data.order_id);
    const quote = ok(
      await club.call("POST", "/api/order/quote", {
        token: player.token,
        body: { race_id: race.race_id, betAmount: 1, ...form },
      }),
    );
    expect(quote.same_as.order_id).toBe(confirmed.body.data.order_id);
  });

  test("resolve finds the bet of a key, or burns the key for good", async () => {
    const resolve = async (idempotency_key: string) =>
      ok(
        await club.call("POST", "/api/order/resolve", {
          token: player.token,
          body: { idempotency_key },
        }),
      );
    const placed = ok(await place({ bet_type: 1, horse: 2 }, { "idempotency-key": "found" }));
    expect(await resolve("found")).toEqual({ placed: true, ...placed });
    expect(await resolve("lost")).toEqual({ placed: false });
    const late = await place({ bet_type: 1, horse: 2 }, { "idempotency-key": "lost" });
    expect([late.status, late.body.code]).toEqual([409, "bet.abandoned"]);
    expect(await resolve("lost")).toEqual({ placed: false });
  });
});

describe("a race that changes", () => {
  test("a scratched runner is refused at once, a known key still answers", async () => {
    const [one] = (await openRaceDay(club)) as [TestRace];
    const { token } = await club.operator();
    const form = { race_id: one.race_id, bet_type: 1, horse: [2] };
    const first = await place(form, { "idempotency-key": "before-scratch" });
    ok(
      await club.call("POST", `/api/operator/races/${one.race_id}/scratch`, {
        token,
        body: { horse_id: 2 },
      }),
    );
    const refused = await place(form);
    expect([refused.status, refused.body.code]).toEqual([422, "bet.runner_scratched"]);
    const again = await place(form, { "idempotency-key": "before-scratch" });
    expect(again.body).toEqual(first.body);
  });

  test("a closed race is refused, a known key still answers, its start closes it without any job", async () => {
    const [one] = (await openRaceDay(club)) as [TestRace];
    const { token } = await club.operator();
    const form = { race_id: one.race_id, bet_type: 1, horse: [2] };
    const first = await place(form, { "idempotency-key": "before-close" });
    ok(await club.call("POST", `/api/operator/races/${one.race_id}/close`, { token, body: {} }));
    const refused = await place(form);
    expect([refused.status, refused.body.code]).toEqual([409, "race.closed"]);
    expect((await place(form, { "idempotency-key": "before-close" })).body).toEqual(first.body);

    const [late] = (await openRaceDay(club)) as [TestRace];
    await club.asAdmin("UPDATE race SET start_time = club_now_ms() WHERE id = $1", [late.race_id]);
    const after = await place({ race_id: late.race_id, bet_type: 1, horse: [2] });
    expect([after.status, after.body.code]).toEqual([409, "race.closed"]);
  });
});

test("after all this the ledger sums to zero and pools hold what was staked", async () => {
  expect((await counts()).sum).toBe("0");
  const rows = await club.query(`SELECT p.code, coalesce(s.stakes_cents, 0)::text AS stakes,
      coalesce((SELECT sum(amount_cents) FROM posting WHERE account_id = p.escrow_account AND amount_cents > 0), 0)::text AS escrow
    FROM pool p LEFT JOIN pool_stake s ON s.pool_id = p.id AND s.number = 0`);
  for (const row of rows) expect(row["stakes"]).toBe(row["escrow"]);
});
