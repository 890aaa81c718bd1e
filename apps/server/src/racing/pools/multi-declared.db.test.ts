import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import {
  layOut,
  openMulti,
  orderOf,
  poolOf,
  settleLeg,
  statusOf,
  ticketForm,
} from "../../test/multi-race.ts";
import {
  approveCorrection,
  expectSound,
  openResultDesk,
  type ResultDesk,
} from "../../test/result-desk.ts";
import { expectBooks, setJackpots } from "../../test/vector-race.ts";

let club: TestClub;
let player: TestPlayer;
let desk: ResultDesk;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  desk = await openResultDesk(club);
});
afterAll(async () => await club.close());

type Body = Record<string, unknown>;

describe("a meeting of official dividends", () => {
  const DECLARED = { dividends: "declared" };

  /** Closes all races and settles them in this order but the last. */
  async function runTo(raceIds: readonly string[], order: readonly number[]) {
    for (const raceId of raceIds) ok(await act(club, raceId, "close"));
    for (const leg of order) await settleLeg(club, raceIds[leg]!, [[1], [2], [3]]);
  }

  test("promises no guarantee, and no two pools that a declaration could not tell apart", async () => {
    const laid = await openMulti(club, { code: "QUADDIE", fields: [4, 4, 4, 4], ...DECLARED });
    const four = { code: "QUADDIE", name: "The pool", races: [1, 2, 3, 4] };
    const field = async (pools: object[]) => {
      const { status, body } = await layOut(club, laid.eventId, pools);
      return [status, body.params?.field];
    };
    expect(await field([{ ...four, guarantee_cents: 1 }])).toEqual([
      422,
      "multi_pools.0.guarantee_cents",
    ]);
    expect(await field([four, { ...four, name: "Again" }])).toEqual([422, "multi_pools.1.races"]);
    ok(await layOut(club, laid.eventId, [four, { code: "TREBLE", name: "T", races: [2, 3, 4] }]));
  });

  test("is settled by them, and a correction asks for what is not declared", async () => {
    const laid = await openMulti(club, { code: "QUADDIE", fields: [5, 5, 5, 5], ...DECLARED });
    const { raceIds, poolId } = laid;
    await setJackpots(club, { QUADDIE: 7_000 });
    const legs = [[1], [1, 4], [1], [1]];
    const form = ticketForm(laid, "QUADDIE", { legs, unit_cents: 333 });
    const id = ok(await placeOrder(club, player, form)).order_id as string;
    await runTo(raceIds, [0, 1, 2]);
    // What will be declared does not follow from the money in the pool.
    expect(await poolOf(club, poolId)).toMatchObject({
      decided: 3,
      jackpot_cents: 0,
      will_pays: [],
    });
    const last = { placings: [[1], [2], [3]], stage: "final" };
    const dry = ok(await act(club, raceIds[3]!, "result", last));
    const quaddie = (numbers: Body) =>
      (numbers["pools"] as Body[]).find((pool) => pool["pool_id"] === poolId);
    expect(quaddie(dry)).toMatchObject({ gross_cents: 666, missing_dividends: ["1-1-1-1"] });
    const refused = await act(club, raceIds[3]!, "settle", { result_version: dry.result_version });
    expect(refused.body.code).toBe("result.no_dividend");
    const entry = { pool: "QUADDIE", combination: "01-1 - 1-1", dividend_cents: 15_650 };
    const full = { ...last, declared_dividends: [entry] };
    const { result_version } = ok(await act(club, raceIds[3]!, "result", full));
    const done = ok(await act(club, raceIds[3]!, "settle", { result_version }));
    expect(quaddie(done)).toMatchObject({
      status: "PAID",
      dividends_cents: { "1-1-1-1": 15_650 },
      takeout_cents: 0,
      paid_cents: 52_114,
      book_result_cents: 666 - 52_114,
      jackpot_out_cents: 0,
    });
    const paid = await orderOf(club, player, id);
    expect([paid.payout_cents, paid.explain.at(-1).amount_cents]).toEqual([52_114, 52_114]);

    // Leg 2 goes to 4, then to both, and back: what stands is not asked for again.
    const pair = { race_id: raceIds[0], race_id2: raceIds[3] };
    const other = { ...pair, pool: "QUADDIE", combination: "1-4-1-1", dividend_cents: 900 };
    const path = `/api/operator/races/${raceIds[1]}/correct`;
    const ask = async (placings: number[][], declared_dividends?: object[]) =>
      await club.call("POST", path, {
        token: desk.clerk,
        body: { placings, reason: "protest upheld", declared_dividends },
      });
    const missing = await ask([[4], [1], [2]]);
    expect([missing.body.code, missing.body.params.combinations]).toEqual([
      "result.no_dividend",
      ["1-4-1-1"],
    ]);
    const foreign = await ask([[4], [1], [2]], [{ ...other, race_id: raceIds[2] }]);
    expect(foreign.body.params.reason).toBe("declared_unknown");
    const put = async (placings: number[][], declared: object[]) => {
      const { approval_id } = ok(await ask(placings, declared));
      await approveCorrection(club, desk.chief, approval_id as string);
      return (await orderOf(club, player, id)).payout_cents;
    };
    expect(await put([[4], [1], [2]], [other])).toBe(2_997);
    const both = { ...other, combination: "1-4/1-1-1", dividend_cents: 450 };
    expect(await put([[4, 1], [2]], [both])).toBe(2 * 1_498);
    expect(await put([[1], [2], [3]], [{ ...entry, ...pair }])).toBe(52_114);
    await expectBooks(club);
    await expectSound(club);
  });

  test.each([
    ["the last leg", 3],
    ["a leg before the last", 2],
  ])("%s falls: what it waits for is declared at the desk", async (_, fallen) => {
    const laid = await openMulti(club, { code: "QUADDIE", fields: [4, 4, 4, 4], ...DECLARED });
    const { raceIds, poolId } = laid;
    const form = ticketForm(laid, "QUADDIE", { legs: [[1], [1], [1, 2], [1]] });
    const id = ok(await placeOrder(club, player, form)).order_id as string;
    await runTo(
      raceIds,
      [0, 1, 2, 3].filter((leg) => leg !== fallen),
    );
    const raceId = raceIds[fallen]!;
    ok(await act(club, raceId, "abandon", { reason: "fog" }));
    const { token } = await club.operator();
    const waiting = async () =>
      ok(await club.call("GET", `/api/operator/races/${raceId}`, { token })).waiting_doubles;
    const combination = fallen === 3 ? "1-1-1-F" : "1-1-F-1";
    const pair = { pool: "QUADDIE", race_id: raceIds[0], race_id2: raceIds[3] };
    expect(await waiting()).toEqual([{ ...pair, pool_id: poolId, combinations: [combination] }]);
    const declare = async (entry: object) =>
      await act(club, raceId, "abandon", { reason: "declared", declared_dividends: [entry] });
    const dividend = { ...pair, combination, dividend_cents: 270 };
    const wrong = await declare({ ...dividend, race_id: raceIds[1] });
    expect(wrong.body.params.reason).toBe("declared_unknown");
    ok(await declare(dividend));
    await expect.poll(async () => await statusOf(club, poolId)).toBe("PAID");
    expect((await orderOf(club, player, id)).payout_cents).toBe(fallen === 3 ? 270 : 540);
    expect(await waiting()).toEqual([]);
    await expectBooks(club);
  });

  test("what a leg in the middle tells of a pool stands, and hinders nothing once the pool goes back", async () => {
    const fields = [4, 4, 4];
    for (const goesBack of [false, true]) {
      const laid = await openMulti(club, { code: "TREBLE", fields, ...DECLARED });
      const { raceIds, poolId } = laid;
      const form = ticketForm(laid, "TREBLE", { legs: [[1], [1, 2], [1]] });
      const id = ok(await placeOrder(club, player, form)).order_id as string;
      const entry = (combination: string, dividend_cents: number): object => {
        const [race_id, , race_id2] = raceIds;
        return { pool: "TREBLE", combination, dividend_cents, race_id, race_id2 };
      };
      const [first = "", middle = "", last = ""] = raceIds;
      ok(await act(club, middle, "close"));
      const early = { declared_dividends: [entry("1-1-1", 500)] };
      const result = { placings: [[1], [2], [3]], stage: "final", ...early };
      const { result_version } = ok(await act(club, middle, "result", result));
      // Before its first leg has run, a race that falls takes the whole pool with it.
      if (goesBack) ok(await act(club, last, "abandon", { reason: "fog" }));
      ok(await act(club, middle, "settle", { result_version }));
      const told = [entry("1-2-1", 700)];
      const { approval_id } = ok(
        await club.call("POST", `/api/operator/races/${middle}/correct`, {
          token: desk.clerk,
          body: { placings: [[2], [1]], reason: "a protest", declared_dividends: told },
        }),
      );
      await approveCorrection(club, desk.chief, approval_id as string);
      if (!goesBack) await runTo([first, last], [0, 1]);
      await expect
        .poll(async () => await statusOf(club, poolId))
        .toBe(goesBack ? "REFUND" : "PAID");
      const order = await orderOf(club, player, id);
      expect([order.payout_cents, order.refund_cents]).toEqual(goesBack ? [0, 200] : [700, 0]);
      await expectBooks(club);
    }
  });

  test("a pool without a bet stays laid out while a leg's result tells its dividends", async () => {
    const fields = [4, 4, 4];
    const { eventId, raceIds } = await openMulti(club, { code: "TREBLE", fields, ...DECLARED });
    const [race_id = "", middle = "", race_id2 = ""] = raceIds;
    ok(await act(club, middle, "close"));
    const entry = { pool: "TREBLE", combination: "1-1-1", dividend_cents: 500, race_id, race_id2 };
    const tell = async (declared_dividends: object[]) => {
      const form = { placings: [[1], [2], [3]], stage: "final", declared_dividends };
      return await act(club, middle, "result", form);
    };
    ok(await tell([entry]));
    const refused = await layOut(club, eventId, []);
    expect([refused.status, refused.body.code]).toEqual([409, "pool.in_use"]);
    const { result_version } = ok(await tell([]));
    ok(await layOut(club, eventId, []));
    expect((await tell([entry])).body.params?.reason).toBe("declared_unknown");
    ok(await act(club, middle, "settle", { result_version }));
    await expectBooks(club);
  });

  test("both prizes of a Pick 6 are declared, and one declared refunded goes back", async () => {
    const fields = [4, 4, 4, 4, 4, 4];
    for (const isRefunded of [false, true]) {
      const laid = await openMulti(club, { code: "PICK6", fields, ...DECLARED });
      const { raceIds } = laid;
      const legs = [[1], [1], [1], [1], [1], [1, 2]];
      const id = ok(await placeOrder(club, player, ticketForm(laid, "PICK6", { legs })))
        .order_id as string;
      await runTo(raceIds, [0, 1, 2, 3, 4]);
      const entry = { pool: "PICK6", combination: "1-1-1-1-1-1", dividend_cents: 9_000 };
      const second = { pool: "PICK6", combination: "5/6", dividend_cents: 300 };
      const declared_dividends = isRefunded ? [{ pool: "PICK6", refunded: true }] : [entry, second];
      const last = { placings: [[1], [2], [3]], stage: "final", declared_dividends };
      const { result_version } = ok(await act(club, raceIds[5]!, "result", last));
      ok(await act(club, raceIds[5]!, "settle", { result_version }));
      const order = await orderOf(club, player, id);
      expect([order.payout_cents, order.refund_cents]).toEqual(isRefunded ? [0, 200] : [9_300, 0]);
    }
    await expectBooks(club);
  });
});
