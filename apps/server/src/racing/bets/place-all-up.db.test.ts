import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { allUpForm, type AllUps, leg, STAKE, startAllUps } from "../../test/all-up.ts";
import { act, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, type TestClub, type TestPlayer } from "../../test/club.ts";
import { chainTheRest } from "../../test/db/race-day.ts";
import { fieldOf } from "../../test/multi-race.ts";
import { openVectorRaces } from "../../test/vector-race.ts";

let allUps: AllUps;
let club: TestClub;

beforeAll(async () => {
  allUps = await startAllUps();
  ({ club } = allUps);
});
afterAll(async () => await allUps.close());

type Body = Record<string, unknown>;

describe("taking it", () => {
  let races: [string, string];
  let player: TestPlayer;
  beforeAll(async () => {
    races = (await allUps.open(2)) as [string, string];
    player = await richPlayer(club, 100_000_000);
  });
  const ask = async (body: Body, key = randomBytes(8).toString("hex")) =>
    await club.call("POST", "/api/order/place-order", {
      token: player.token,
      body,
      headers: { "idempotency-key": key },
    });
  const count = async () =>
    (
      await club.query("SELECT count(*)::integer AS bets FROM bet WHERE player_id = $1", [
        player.id,
      ])
    )[0];

  const cases: [string, () => Body, number, string, Body][] = [
    [
      "one leg",
      () => allUpForm([leg(races[0], "WIN", 1)]),
      422,
      "bet.nothing_selected",
      { field: "legs", leg: 2 },
    ],
    ["no legs", () => allUpForm([]), 422, "bet.nothing_selected", { field: "legs", leg: 1 }],
    [
      "lists that are no legs",
      () => allUpForm([[1], [2]]),
      422,
      "bet.nothing_selected",
      { field: "legs", leg: 1 },
    ],
    [
      "seven legs",
      () => allUpForm(Array.from({ length: 7 }, () => leg(races[0], "WIN", 1))),
      422,
      "bet.too_many_combinations",
      { field: "legs", max: 6 },
    ],
    [
      "a race twice",
      () => allUpForm([leg(races[0], "WIN", 1), leg(races[0], "PLACE", 2)]),
      422,
      "bet.same_race_twice",
      { field: "legs", leg: 2 },
    ],
    [
      "two runners to win",
      () => allUpForm([leg(races[0], "WIN", 1, 2), leg(races[1], "WIN", 1)]),
      422,
      "bet.too_many_combinations",
      { field: "legs", leg: 1 },
    ],
    [
      "a pool of another kind",
      () => allUpForm([leg(races[0], "TRIFECTA", 1, 2, 3), leg(races[1], "WIN", 1)]),
      422,
      "bet.type_unknown",
      { field: "legs", leg: 1 },
    ],
    [
      "an unknown runner",
      () => allUpForm([leg(races[0], "WIN", 1), leg(races[1], "WIN", 9)]),
      422,
      "bet.runner_unknown",
      { field: "legs", leg: 2 },
    ],
    [
      "a race that is none",
      () => allUpForm([leg(races[0], "WIN", 1), leg("abc", "WIN", 1)]),
      404,
      "not_found",
      { field: "legs", leg: 2 },
    ],
    [
      "no stake",
      () => allUpForm([leg(races[0], "WIN", 1), leg(races[1], "WIN", 1)], 0),
      422,
      "bet.amount_invalid",
      { field: "betAmount" },
    ],
    [
      "another date",
      () => ({
        ...allUpForm([leg(races[0], "WIN", 1), leg(races[1], "WIN", 1)]),
        date: "2020-01-01",
      }),
      422,
      "bet.date_wrong",
      { field: "date" },
    ],
  ];
  test.each(cases)(
    "%s is refused, and nothing is written",
    async (_, body, status, code, params) => {
      const before = await count();
      const answer = await ask(body());
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.params).toMatchObject(params);
      expect(await count()).toEqual(before);
    },
  );

  test("a later leg that is closed, scratched or not offered is refused, before and under the locks", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const [bare = ""] = await openVectorRaces(club, { races: [{ runners: fieldOf(8) }] });
    ok(await act(club, bare, "pools", { pools: ["WIN"] }));
    const missing = await ask(allUpForm([leg(a, "WIN", 1), leg(bare, "PLACE", 1)]));
    expect([missing.status, missing.body.code, missing.body.params.leg]).toEqual([
      422,
      "pool.not_offered",
      2,
    ]);
    const legs = [leg(b, "QUINELLA", 1, 2), leg(a, "WIN", 1)];
    const underLocks = async (): Promise<unknown> => {
      const [row] = await club.query(
        "SELECT verdict, leg FROM place_all_up($1, $2, NULL, $3, true, $3, 100, 1, $4)",
        [
          "01900000-0000-7000-8000-000000000001",
          player.id,
          Buffer.alloc(16),
          JSON.stringify(
            [leg(a, "WIN", 1), leg(b, "QUINELLA", 1, 2)].map(({ race_id, pool }) => ({
              race_id,
              pool_code: pool,
              bet_type: 1,
              selections: "{}",
              runner_mask: "6",
              counted: [],
            })),
          ),
        ],
      );
      return [row?.["verdict"], row?.["leg"]];
    };
    ok(await act(club, b, "scratch", { horse_id: 2 }));
    expect(await underLocks()).toEqual(["bet.runner_scratched", 2]);
    const scratched = await ask(allUpForm(legs));
    expect([scratched.status, scratched.body.code, scratched.body.params.leg]).toEqual([
      422,
      "bet.runner_scratched",
      1,
    ]);
    const other_ = [leg(b, "QUINELLA", 1, 3), leg(a, "WIN", 1)];
    ok(await act(club, b, "close"));
    const closed = await ask(allUpForm(other_));
    expect([closed.status, closed.body.code, closed.body.params.leg]).toEqual([
      409,
      "race.closed",
      1,
    ]);
    const again = await ask(allUpForm([leg(a, "WIN", 1), leg(b, "QUINELLA", 1, 3)]));
    expect([again.status, again.body.code, again.body.params.leg]).toEqual([409, "race.closed", 2]);
  });

  test("the same key gets the first receipt, also after the close; another order with it does not", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const body = allUpForm([leg(a, "WIN", 1), leg(b, "WIN", 1)]);
    const key = randomBytes(8).toString("hex");
    const [first, twin] = await Promise.all([ask(body, key), ask(body, key)]);
    expect(ok(twin).order_id).toBe(ok(first).order_id);
    ok(await act(club, b, "close"));
    const again = await ask({ ...body, legs: (body["legs"] as object[]).toReversed() }, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(ok(again)).toMatchObject({
      order_id: ok(first).order_id,
      bet_type: 40,
      cost_cents: STAKE,
    });
    const mismatch = await ask({ ...body, betAmount: 11 }, key);
    expect([mismatch.status, mismatch.body.code]).toEqual([409, "idempotency.mismatch"]);
    const resolved = ok(
      await club.call("POST", "/api/order/resolve", {
        token: player.token,
        body: { idempotency_key: key },
      }),
    );
    expect(JSON.stringify(resolved)).toContain(ok(first).order_id);
  });

  test("funds, the same again, and a quote that moves nothing", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const poor = await richPlayer(club, 500);
    const refused = await placeOrder(club, poor, allUpForm([leg(a, "WIN", 1), leg(b, "WIN", 1)]));
    expect([refused.status, refused.body.code]).toEqual([409, "funds.insufficient"]);
    const body = allUpForm([leg(a, "WIN", 1), leg(b, "QUINELLA", 1, 2)]);
    const send = async (more: Body = {}) =>
      await club.call("POST", "/api/order/place-order", {
        token: player.token,
        body: { ...body, ...more },
      });
    const first = ok(await send());
    const same = await send();
    expect([same.body.code, same.body.params.receipt.order_id]).toEqual([
      "bet.same_again",
      first.order_id,
    ]);
    ok(await send({ confirm_same: true }));
    const before = await count();
    // A board knows what is in the chain.
    await chainTheRest(club);
    const quote = ok(await club.call("POST", "/api/order/quote", { token: player.token, body }));
    expect(quote).toMatchObject({ combinations: 1, cost_cents: STAKE, unit_stake2_cents: null });
    expect(quote.approximate_return_cents.min).toBeGreaterThan(0);
    expect(await count()).toEqual(before);
  });

  test("the legs stay as they were written", async () => {
    const { id } = await allUps.placed([leg(races[0], "WIN", 1), leg(races[1], "WIN", 1)]);
    const sql = (text: string) => club.query(text, [id]).then(() => "done", String);
    expect(
      await sql("UPDATE all_up_leg SET bet_id = gen_random_uuid() WHERE order_id = $1 AND leg = 1"),
    ).toMatch(/decided before/);
    expect(
      await sql("UPDATE all_up_leg SET race_id = gen_random_uuid() WHERE order_id = $1"),
    ).toMatch(/denied/);
    expect(await sql("DELETE FROM all_up_leg WHERE order_id = $1")).toMatch(/denied/);
    const tampered = async (edit: string, back: string) => {
      await club.asAdmin(
        `SET session_replication_role = replica; ${edit.replaceAll("$1", `'${id}'`)}`,
      );
      const { checks } = await verifyBooks(club.ctx);
      await club.asAdmin(
        `SET session_replication_role = replica; ${back.replaceAll("$1", `'${id}'`)}`,
      );
      return checks.filter((check) => !check.ok).map(({ name }) => name);
    };
    await chainTheRest(club);
    expect(
      await tampered(
        "UPDATE all_up_leg SET not_staked = 'race.closed' WHERE order_id = $1 AND leg = 2",
        "UPDATE all_up_leg SET not_staked = NULL WHERE order_id = $1 AND leg = 2",
      ),
    ).toEqual(["all-ups"]);
  });
});
