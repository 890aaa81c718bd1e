import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayReport } from "../../proofs/days/day-report.ts";
import { act, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { type ByHand, ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import {
  back,
  type LaidMulti,
  layOut,
  openMulti,
  orderOf,
  poolOf,
  settleLeg,
  statusOf,
  ticketForm,
} from "../../test/multi-race.ts";
import {
  checkDayOf,
  correctRace,
  expectSound,
  openResultDesk,
  type ResultDesk,
} from "../../test/result-desk.ts";
import { expectBooks, readJackpots, setJackpots } from "../../test/vector-race.ts";

/* Treble, Quaddie and Pick 6: bet on, closed with leg 1, settled with the last, corrected with any. */

let club: TestClub;
let player: TestPlayer;
let other: TestPlayer;
let desk: ResultDesk;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  other = await richPlayer(club);
  desk = await openResultDesk(club);
});
afterAll(async () => await club.close());

test("a Quaddie from the bet to a correction there and back, and its day archive", async () => {
  const laid = await openMulti(club, { code: "QUADDIE", fields: [5, 5, 5, 5], guarantee: 20_000 });
  const { raceIds, poolId } = laid;
  await setJackpots(club, { QUADDIE: 1_000 });
  await back(club, other, { raceId: raceIds[2]!, on: 2 });
  const bet = async (who: TestPlayer, legs: number[][], unit_cents = 100) =>
    ok(await placeOrder(club, who, ticketForm(laid, "QUADDIE", { legs, unit_cents })))
      .order_id as string;
  const one = await bet(player, [
    [1, 2],
    [1, 2],
    [1, 5],
    [1, 2],
  ]);
  const two = await bet(other, [[1], [1], [2, 3], [3]], 5_000);
  const early = await bet(other, [[5], [1], [2], [3]]);
  ok(await act(club, raceIds[0]!, "scratch", { horse_id: 5 }));
  await expect.poll(async () => (await orderOf(club, other, early)).status).toBe("refunded");
  expect((await orderOf(club, other, early)).money_back).toMatchObject({
    reason: "scratched",
    scratched_by_leg: [[5], [], [], []],
  });

  ok(await act(club, raceIds[0]!, "close"));
  expect(await statusOf(club, poolId)).toBe("CLOSED");
  expect((await poolOf(club, poolId)).jackpot_cents).toBe(1_000);
  // 5 is out of leg 3 after leg 1 has closed: its favourite, 2, stands in.
  ok(await act(club, raceIds[2]!, "scratch", { horse_id: 5 }));
  await settleLeg(club, raceIds[0]!, [[1], [2], [3]]);
  expect(await poolOf(club, poolId)).toMatchObject({
    decided: 1,
    live_cents: 1_800 + 10_000 - 1_000,
    will_pays: [],
  });
  for (const raceId of raceIds.slice(1)) ok(await act(club, raceId, "close"));
  await settleLeg(club, raceIds[1]!, [[1], [2], [3]]);
  await settleLeg(club, raceIds[2]!, [[2], [1], [3]]);

  const waiting = await poolOf(club, poolId);
  expect(waiting.decided).toBe(3);
  const legs = waiting.legs as { withdrawn: number[]; favourite: number | null }[];
  // The early 5 of leg 1 was refunded, and nobody stands in for it.
  expect(legs.map(({ withdrawn, favourite }) => [withdrawn, favourite])).toEqual([
    [[], null],
    [[], null],
    [[5], 2],
    [[], null],
  ]);
  const pay = (runner: number) =>
    (waiting.will_pays as { horse_id: number; dividend_cents: number | null }[]).find(
      ({ horse_id }) => horse_id === runner,
    )?.dividend_cents;
  const alive = (await orderOf(club, player, one)).alive;
  expect(alive).toMatchObject({ decided: 3, legs: 4, combinations: 2 });
  expect(alive.will_pay.map(({ horse_id }: { horse_id: number }) => horse_id)).toEqual([1, 2]);
  expect(pay(4)).toBeNull();

  await settleLeg(club, raceIds[3]!, [[1], [2], [3]]);
  expect(await statusOf(club, poolId)).toBe("PAID");
  const paid = await orderOf(club, player, one);
  expect(paid.status).toBe("won");
  expect(paid.payout_cents).toBe(alive.will_pay[0].payout_cents);
  // What the public reads is up to a second old.
  await expect
    .poll(async () => (await poolOf(club, poolId)).dividends)
    .toEqual([{ pool: "QUADDIE", combination: "1-1-2-1", dividend_cents: pay(1) }]);
  expect(paid.explain.at(-1).amount_cents).toBe(paid.payout_cents);
  expect(paid.proof.leaf.multi_pool_id).toBe(poolId);
  expect((await orderOf(club, other, two)).payout_cents).toBe(0);
  const A = { one: paid.payout_cents, jackpots: await readJackpots(club) };

  // Any leg can be corrected: with 3 in the last the other bet wins; with 4 in leg 2 nobody does.
  const dry = await correctRace(club, desk, [raceIds[3]!, [[3], [2], [1]]]);
  expect((dry["players"] as unknown[]).length).toBe(2);
  expect((await orderOf(club, player, one)).payout_cents).toBe(0);
  expect((await orderOf(club, other, two)).payout_cents).toBeGreaterThan(0);
  await correctRace(club, desk, [raceIds[1]!, [[4], [2], [1]]]);
  expect(await statusOf(club, poolId)).toBe("JACKPOT");
  expect((await readJackpots(club))["QUADDIE"]).toBeGreaterThan(1_000);
  await expectBooks(club);
  await correctRace(club, desk, [raceIds[1]!, [[1], [2], [3]]]);
  await correctRace(club, desk, [raceIds[3]!, [[1], [2], [3]]]);
  expect({
    one: (await orderOf(club, player, one)).payout_cents,
    jackpots: await readJackpots(club),
  }).toEqual(A);
  await expectBooks(club);

  const { day, file } = await checkDayOf(club, raceIds[0]!);
  await expectSound(club);
  expect(file.books.some(({ multi_pool_id }) => multi_pool_id === poolId)).toBe(true);
  const report = await dayReport(club.ctx, day);
  expect(report.differences).toEqual([]);
});

test("a leg that closes before its time is the one that is named", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const middle = laid.raceIds[1]!;
  const form = ticketForm(laid, "TREBLE", { legs: [[1], [2], [1]] });
  ok(await placeOrder(club, player, form));
  ok(await act(club, middle, "close"));
  const { status, body } = await placeOrder(club, other, form);
  expect([status, body.code]).toEqual([409, "race.closed"]);
  expect(body.params).toMatchObject({ race_id: middle, leg: 2 });
  ok(await act(club, laid.raceIds[0]!, "abandon", { reason: "fog" }));
});

test.each([["result"], ["abandoned"]])(
  "a lost bet is settled with its pool, whichever leg decides it: the middle one by %s",
  async (by) => {
    const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
    const { raceIds, poolId } = laid;
    const form = ticketForm(laid, "TREBLE", { legs: [[4], [4], [4]] });
    const id = ok(await placeOrder(club, player, form)).order_id as string;
    for (const raceId of raceIds) ok(await act(club, raceId, "close"));
    const placings = [[1], [2], [3]];
    await settleLeg(club, raceIds[2]!, placings);
    await settleLeg(club, raceIds[0]!, placings);
    if (by === "result") await settleLeg(club, raceIds[1]!, placings);
    else ok(await act(club, raceIds[1]!, "abandon", { reason: "fog" }));
    await expect.poll(async () => await statusOf(club, poolId)).toBe("JACKPOT");
    const [settled] = await club.query(
      "SELECT iso_ms(min(posted_at)) AS at FROM settlement WHERE pool_id = $1",
      [poolId],
    );
    const order = await orderOf(club, player, id);
    expect([order.status, order.settled_at]).toEqual(["lost", settled?.["at"]]);
    const steps = order.time_line.map(({ key }: { key: string }) => key);
    expect(steps).toEqual(["accepted", "closed", "settled"]);
    expect(order.time_line.at(-1).at).toBe(settled?.["at"]);
  },
);

test("a leg that falls before leg 1 has closed sends everything back; re-opened, leg 1 takes bets again", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const { raceIds, poolId } = laid;
  const form = ticketForm(laid, "TREBLE", { legs: [[1], [2, 3], [1]] });
  const id = ok(await placeOrder(club, player, form)).order_id as string;
  ok(await act(club, raceIds[0]!, "close"));
  expect((await placeOrder(club, other, form)).body.code).toBe("race.closed");
  const later = new Date(Date.now() + 7_000_000).toISOString();
  ok(await act(club, raceIds[0]!, "open", { reason: "a loose horse", start_time: later }));
  expect(await statusOf(club, poolId)).toBe("OPEN");
  ok(await placeOrder(club, other, { ...form, betAmount: 2 }));
  ok(await act(club, raceIds[1]!, "abandon", { reason: "fog" }));
  await expect.poll(async () => await statusOf(club, poolId)).toBe("REFUND");
  const back_ = await orderOf(club, player, id);
  expect([back_.status, back_.refund_cents]).toEqual(["refunded", 200]);
  expect((await placeOrder(club, other, { ...form, betAmount: 3 })).status).toBe(409);
  await expectBooks(club);
});

test("a walk-over of the open leg 1: who is out has not started, so its tickets come back", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const [first = ""] = laid.raceIds;
  const place = async (legs: number[][]): Promise<string> =>
    ok(await placeOrder(club, player, ticketForm(laid, "TREBLE", { legs }))).order_id;
  const [gone, stays] = [await place([[3], [1], [1]]), await place([[2], [1], [1]])];
  const done = ok(await act(club, first, "walk-over", { horse_id: 2, reason: "alone" }));
  ok(await act(club, first, "settle", { result_version: done.results[0].version }));
  await expect
    .poll(async () => await orderOf(club, player, gone))
    .toMatchObject({ status: "refunded", refund_cents: 100 });
  for (const raceId of laid.raceIds.slice(1)) {
    ok(await act(club, raceId, "close"));
    await settleLeg(club, raceId, [[1], [2], [3]]);
  }
  expect((await orderOf(club, player, stays)).status).toBe("won");
  await expectBooks(club);
});

test("an operator cancels a bet, pauses the pool and gives it back", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const form = ticketForm(laid, "TREBLE", { legs: [[1], [2], [1]] });
  const { token } = await club.operator();
  const id = ok(await placeOrder(club, player, form)).order_id as string;
  ok(await placeOrder(club, other, form));
  const cancelled = await club.call("POST", `/api/operator/orders/${id}/void`, {
    token,
    body: { reason: "a slip of the hand" },
  });
  ok(cancelled);
  ok(
    await club.call("POST", `/api/operator/pools/${laid.poolId}/refund`, {
      token,
      body: { reason: "laid out by mistake" },
    }),
  );
  await expect.poll(async () => await statusOf(club, laid.poolId)).toBe("REFUND");
  await expectBooks(club);
  // The file of the last leg lists the bets that came back.
  for (const raceId of laid.raceIds) ok(await act(club, raceId, "close"));
  for (const raceId of laid.raceIds) await settleLeg(club, raceId, [[1], [2], [3]]);
  const { file } = await checkDayOf(club, laid.raceIds[2]!);
  const given = file.races.flatMap(({ pools }) =>
    pools.filter(({ multi_pool_id }) => multi_pool_id === laid.poolId),
  );
  expect(given).toMatchObject([{ given_back: true, selections: [{ count: 1 }] }]);
});

test("of two pools of one code the first to close has the jackpot, and what nobody wins waits for the next", async () => {
  const { eventId, raceIds } = await openMulti(club, { code: "QUADDIE", fields: [4, 4, 4, 4] });
  const early = { code: "TREBLE", name: "Early", races: [1, 2, 3] };
  const late = { code: "TREBLE", name: "Late", races: [2, 3, 4] };
  const layout = await layOut(club, eventId, [early, late]);
  const list = layout.body.list as { name: string; multi_pool_id: string }[];
  const [first, second] = ["Early", "Late"].map((name) => {
    const poolId = list.find((each) => each.name === name)!.multi_pool_id;
    return { eventId, raceIds: name === "Early" ? raceIds : raceIds.slice(1), poolId };
  }) as [LaidMulti, LaidMulti];
  await setJackpots(club, { TREBLE: 3_000 });
  const lost = ok(
    await placeOrder(club, player, ticketForm(first, "TREBLE", { legs: [[4], [4], [4]] })),
  );
  const won = ok(
    await placeOrder(club, player, ticketForm(second, "TREBLE", { legs: [[1], [1], [1]] })),
  );
  const jackpots = async () => [
    (await poolOf(club, first.poolId)).jackpot_cents,
    (await poolOf(club, second.poolId)).jackpot_cents,
  ];
  // What the public reads is up to a second old.
  await expect.poll(jackpots).toEqual([3_000, 0]);
  for (const raceId of raceIds) {
    ok(await act(club, raceId, "close"));
    await settleLeg(club, raceId, [[1], [2], [3]]);
  }
  await expect.poll(jackpots).toEqual([3_000, 0]);
  expect(await statusOf(club, first.poolId)).toBe("JACKPOT");
  expect((await orderOf(club, player, lost.order_id)).payout_cents).toBe(0);
  // 1.00 less 20 %, at least 1.00 for 1.00.
  expect((await orderOf(club, player, won.order_id)).payout_cents).toBe(100);
  expect((await readJackpots(club))["TREBLE"]).toBe(3_000 + 80);
  await expectBooks(club);
});

test("while the last leg takes bets its favourite of the moment stands in for who is withdrawn", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const { raceIds, poolId } = laid;
  const [, , last] = raceIds as [string, string, string];
  const bet = async (leg3: number[], unit_cents: number) =>
    ok(
      await placeOrder(
        club,
        player,
        ticketForm(laid, "TREBLE", { legs: [[1], [1], leg3], unit_cents }),
      ),
    ).order_id as string;
  const withdrawn = await bet([4], 300);
  await bet([1], 100);
  await back(club, other, { raceId: last, on: 3 });
  ok(await act(club, raceIds[0]!, "close"));
  ok(await act(club, last, "scratch", { horse_id: 4 }));
  await settleLeg(club, raceIds[0]!, [[1], [2], [3]]);
  ok(await act(club, raceIds[1]!, "close"));
  await settleLeg(club, raceIds[1]!, [[1], [2], [3]]);

  const stakes = async () =>
    ((await poolOf(club, poolId)).will_pays as { horse_id: number; stakes_cents: number }[]).map(
      ({ horse_id, stakes_cents }) => [horse_id, stakes_cents],
    );
  const paidBy = async () =>
    ((await orderOf(club, player, withdrawn)).alive.will_pay as { horse_id: number }[]).map(
      ({ horse_id }) => horse_id,
    );
  // What the public reads is up to a second old.
  await expect.poll(stakes).toEqual([
    [1, 100],
    [2, 0],
    [3, 300],
  ]);
  expect(await paidBy()).toEqual([3]);

  // Another runner becomes the favourite: the figures follow.
  await back(club, other, { raceId: last, on: 2 });
  await back(club, player, { raceId: last, on: 2 });
  await expect.poll(stakes).toEqual([
    [1, 100],
    [2, 300],
    [3, 0],
  ]);
  expect(await paidBy()).toEqual([2]);

  // As the close then has it, and the settlement.
  ok(await act(club, last, "close"));
  const { dividend_cents } = ((await poolOf(club, poolId)).will_pays as ByHand[])[1];
  expect(await paidBy()).toEqual([2]);
  await settleLeg(club, last, [[2], [1], [3]]);
  expect((await orderOf(club, player, withdrawn)).payout_cents).toBe(3 * dividend_cents);
  await expectBooks(club);
});

describe("a waiting jackpot", () => {
  const quoteOf = async (form: object) => {
    const quote = await club.call("POST", "/api/order/quote", { token: player.token, body: form });
    return ok(quote).approximate_return_cents as { min: number; max: number };
  };

  test("and the guarantee are in the estimate of the pool that takes it", async () => {
    const fields = [4, 4, 4, 4];
    const laid = await openMulti(club, { code: "QUADDIE", fields, guarantee: 2_000 });
    const form = ticketForm(laid, "QUADDIE", { legs: [[1], [1], [1], [1]] });
    // Chances of 1/2 in each leg: 1.00 less 20.5 % times 16.
    for (const raceId of laid.raceIds) {
      await back(club, other, { raceId, on: 1 });
      await back(club, other, { raceId, on: 2 });
    }
    await setJackpots(club, { QUADDIE: 0 });
    expect(await quoteOf(form)).toEqual({ min: 1_272, max: 1_272 });
    // Chances of 1/4: 203.52 would be more than there is, but for a jackpot.
    for (const raceId of laid.raceIds) {
      await back(club, player, { raceId, on: 2 });
      await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [3], betAmount: 3 });
    }
    expect(await quoteOf(form)).toEqual({ min: 2_000, max: 2_000 });
    await setJackpots(club, { QUADDIE: 500_000 });
    expect(await quoteOf(form)).toEqual({ min: 20_352, max: 20_352 });
    await setJackpots(club, { QUADDIE: 0 });
  });

  test("is no more shown with a pool that was refunded and handed it on", async () => {
    const laid = await openMulti(club, { code: "QUADDIE", fields: [4, 4, 4, 4] });
    const { raceIds, poolId } = laid;
    await setJackpots(club, { QUADDIE: 1_000 });
    ok(await placeOrder(club, player, ticketForm(laid, "QUADDIE", { legs: [[1], [1], [1], [1]] })));
    for (const raceId of raceIds) ok(await act(club, raceId, "close"));
    await expect.poll(async () => (await poolOf(club, poolId)).jackpot_cents).toBe(1_000);
    for (const raceId of raceIds.slice(0, 2)) await settleLeg(club, raceId, [[1], [2], [3]]);
    for (const raceId of raceIds.slice(2))
      ok(await act(club, raceId, "abandon", { reason: "fog" }));
    await expect.poll(async () => await statusOf(club, poolId)).toBe("REFUND");
    await expect.poll(async () => (await poolOf(club, poolId)).jackpot_cents).toBe(0);
    await expect.poll(async () => (await readJackpots(club))["QUADDIE"]).toBe(1_000);
    await expectBooks(club);
  });
});
