import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayReport } from "../../proofs/days/day-report.ts";
import { type AllUps, leg, startAllUps, states } from "../../test/all-up.ts";
import { act } from "../../test/card-desk.ts";
import { ok, type TestClub } from "../../test/club.ts";
import {
  checkDayOf,
  correctRace,
  openResultDesk,
  type ResultDesk,
} from "../../test/result-desk.ts";
import { expectBooks } from "../../test/vector-race.ts";

let allUps: AllUps;
let club: TestClub;
let desk: ResultDesk;

beforeAll(async () => {
  allUps = await startAllUps();
  ({ club } = allUps);
  desk = await openResultDesk(club);
});
afterAll(async () => await allUps.close());

describe("corrections", () => {
  const WON = [[3], [2], [1]];
  const LOST = [[1], [2], [3]];

  test("won, lost, won: what had gone on stays, the difference is the player's cash, and back", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    await allUps.run(a, WON);
    const stake = (await allUps.orderOf(it)).legs[1].stake_cents;
    const A = { cash: await allUps.cashOf(it), order: await allUps.orderOf(it) };
    await correctRace(club, desk, [a, LOST]);
    expect(states(await allUps.orderOf(it))).toEqual(["lost", "accepted"]);
    expect(await allUps.cashOf(it)).toBe(9_000 - stake);
    await expectBooks(club);
    await correctRace(club, desk, [a, WON]);
    expect(await allUps.cashOf(it)).toBe(A.cash);
    expect(states(await allUps.orderOf(it))).toEqual(states(A.order));
    await allUps.run(b, [[1], [2], [3]]);
    const order = await allUps.orderOf(it);
    expect(order).toMatchObject({ status: "won", payout_cents: order.legs[1].payout_cents });
    expect(await allUps.cashOf(it)).toBe(9_000 + order.payout_cents);
  });

  test("lost, won, lost: a correction stakes nothing, and takes back what it gave", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    await allUps.run(a, LOST);
    await correctRace(club, desk, [a, WON]);
    const won = await allUps.orderOf(it);
    expect(states(won)).toEqual(["won", "not_staked"]);
    expect(won.payout_cents).toBe(won.legs[0].payout_cents);
    expect(await allUps.cashOf(it)).toBe(9_000 + won.payout_cents);
    await correctRace(club, desk, [a, LOST]);
    expect(await allUps.orderOf(it)).toMatchObject({ status: "lost", payout_cents: 0 });
    expect(await allUps.cashOf(it)).toBe(9_000);
  });

  test("what a correction took away and a later leg gave back leaves nothing: lost", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    await allUps.run(a, WON);
    await correctRace(club, desk, [a, LOST]);
    ok(await act(club, b, "abandon", { reason: "fog" }));
    await expect.poll(async () => states(await allUps.orderOf(it))).toEqual(["lost", "refunded"]);
    const order = await allUps.orderOf(it);
    expect(order).toMatchObject({ status: "lost", payout_cents: 0, refund_cents: 0 });
    expect(await allUps.cashOf(it)).toBe(9_000);
    await correctRace(club, desk, [a, WON]);
    const [{ payout_cents }] = (await allUps.orderOf(it)).legs;
    expect(await allUps.orderOf(it)).toMatchObject({ status: "won", payout_cents });
    await expectBooks(club);
  });

  test("the last leg corrected there and back: the order follows, and the day checks", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "PLACE", 3), leg(b, "QUINELLA_PLACE", 1, 3)]);
    await allUps.run(a, WON);
    await allUps.run(b, [[1], [2], [3]]);
    const paid = (await allUps.orderOf(it)).payout_cents;
    await correctRace(club, desk, [b, [[6], [2], [1]]]);
    expect(await allUps.orderOf(it)).toMatchObject({ status: "lost", payout_cents: 0 });
    await correctRace(club, desk, [b, [[1], [2], [3]]]);
    expect(await allUps.orderOf(it)).toMatchObject({ status: "won", payout_cents: paid });
    expect(await allUps.cashOf(it)).toBe(9_000 + paid);

    const { day } = await checkDayOf(club, a);
    expect((await dayReport(club.ctx, day)).differences).toEqual([]);
  });
});
