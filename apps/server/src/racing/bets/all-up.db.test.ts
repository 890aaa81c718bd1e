import { checkReceipt, readClubKeysOf, readReceipt } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AllUps, leg, STAKE, startAllUps, states } from "../../test/all-up.ts";
import { act } from "../../test/card-desk.ts";
import { type ByHand, ok, type TestClub, type TestPlayer } from "../../test/club.ts";
import { PROOF_TOOLS } from "../../test/result-desk.ts";

/* One stake from race to race: in the next pool or the player's. */

let allUps: AllUps;
let club: TestClub;

beforeAll(async () => {
  allUps = await startAllUps();
  ({ club } = allUps);
});
afterAll(async () => await allUps.close());

describe("from leg to leg", () => {
  test("what each leg pays is the stake of the next, to the cent, and the last one is cash", async () => {
    const [a, b, c] = (await allUps.open()) as [string, string, string];
    // Entered in another order than they start.
    const it = await allUps.placed([
      leg(c, "PLACE", 7),
      leg(a, "WIN", 3),
      leg(b, "QUINELLA_PLACE", 5, 2),
    ]);
    const before = await allUps.orderOf(it);
    expect(before).toMatchObject({
      bet_type: 40,
      combinations: 1,
      cost_cents: STAKE,
      status: "accepted",
    });
    expect(
      before.legs.map(({ race_id, pool, combination }: ByHand) => [race_id, pool, combination]),
    ).toEqual([
      [a, "WIN", [3]],
      [b, "QUINELLA_PLACE", [5, 2]],
      [c, "PLACE", [7]],
    ]);
    expect(states(before)).toEqual(["accepted", "waiting", "waiting"]);
    const pool = async (race: string, code: string) =>
      Number(
        (
          await club.query(
            "SELECT s.stakes_cents AS cents FROM pool p JOIN pool_stake s ON s.pool_id = p.id AND s.number = 0 WHERE p.race_id = $1 AND p.code = $2",
            [race, code],
          )
        )[0]?.["cents"] ?? 0,
      );
    expect(await pool(a, "WIN")).toBe(STAKE + 1_500);
    expect(await allUps.cashOf(it)).toBe(9_000);

    // A dead heat for first: 15.00 is the other's, 25.00 in all, half of net on each.
    await allUps.run(a, [[3, 1], [2], [4]]);
    const first = await allUps.orderOf(it);
    expect(states(first)).toEqual(["won", "accepted", "waiting"]);
    const won = first.legs[0].payout_cents;
    expect(won).toBeGreaterThan(0);
    expect(first.legs[1].stake_cents).toBe(won);
    expect(first).toMatchObject({ status: "accepted", payout_cents: 0 });
    expect(await pool(b, "QUINELLA_PLACE")).toBe(2_000 + won);
    expect(await allUps.cashOf(it)).toBe(9_000);

    await allUps.run(b, [[2], [1], [5]]);
    const second = await allUps.orderOf(it);
    expect(states(second)).toEqual(["won", "won", "accepted"]);
    expect(second.legs[2].stake_cents).toBe(second.legs[1].payout_cents);
    const runner7 = await club.query(
      "SELECT s.stakes_cents::integer AS cents FROM pool p JOIN pool_stake s ON s.pool_id = p.id AND s.number = 7 WHERE p.race_id = $1 AND p.code = 'PLACE'",
      [c],
    );
    expect(runner7).toEqual([{ cents: 700 + second.legs[2].stake_cents }]);

    await allUps.run(c, [[1], [7], [2]]);
    const done = await allUps.orderOf(it);
    expect(states(done)).toEqual(["won", "won", "won"]);
    const paid = done.legs[2].payout_cents;
    expect(done).toMatchObject({ status: "won", payout_cents: paid, refund_cents: 0 });
    expect(await allUps.cashOf(it)).toBe(9_000 + paid);

    // Each leg is proven and explained as the bet that it is.
    const keys = readClubKeysOf((await club.call("GET", "/.well-known/club-roots")).body);
    expect(done.leg_bets).toHaveLength(3);
    for (const [i, bet] of done.leg_bets.entries()) {
      const { receipt_hash, proof, signed_root } = bet;
      const receipt = readReceipt({
        format: "club-receipt/1",
        receipt_hash,
        proof,
        signed_root,
        keys,
      });
      const lines = await checkReceipt(receipt, PROOF_TOOLS);
      expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
      expect(proof.leaf).toMatchObject({
        order_id: bet.bet_id,
        race_id: [a, b, c][i],
        cost_cents: bet.stake_cents,
      });
      expect(bet.explain.at(-1).amount_cents).toBe(done.legs[i].payout_cents);
    }
    expect(done.receipt_hash).toBe(done.leg_bets[0].receipt_hash);
    // The first leg's ticket is the order's; the others have numbers of their own.
    const numbers = done.leg_bets.map(({ receipt_no }: ByHand) => receipt_no);
    expect(numbers[0]).toBe(done.receipt_no);
    expect(new Set(numbers).size).toBe(3);
    expect(
      done.time_line
        .filter(({ key }: ByHand) => key === "staked" || key === "payout")
        .map(({ leg: n, key, amount_cents }: ByHand) => [n, key, amount_cents]),
    ).toEqual([
      [1, "payout", won],
      [2, "staked", won],
      [2, "payout", done.legs[1].payout_cents],
      [3, "staked", done.legs[1].payout_cents],
      [3, "payout", paid],
    ]);
    // One order: lists have no later legs, and the id of a leg's bet leads to it.
    const list = (await club.call("GET", "/api/order/list", { token: it.who.token })).body.list;
    expect(
      list.map(({ order_id, bet_type, payout_cents }: ByHand) => [
        order_id,
        bet_type,
        payout_cents,
      ]),
    ).toEqual([[it.id, 40, paid]]);
    const byLeg = await allUps.orderOf({ who: it.who, id: done.legs[2].bet_id });
    expect(byLeg.order_id).toBe(it.id);
    // The statement has every movement: what a leg paid, and what went on.
    const lines = (await club.call("GET", "/api/statement/list", { token: it.who.token })).body
      .list;
    expect(lines.slice(0, 6).map(({ amount_cents }: ByHand) => amount_cents)).toEqual([
      paid,
      -done.legs[1].payout_cents,
      done.legs[1].payout_cents,
      -won,
      won,
      -STAKE,
    ]);
    expect(lines[0].balance_cents).toBe(9_000 + paid);
    expect(
      lines.slice(0, 6).map(({ bet }: ByHand) => [bet.order_id, bet.bet_type, bet.raceNo]),
    ).toEqual([3, 3, 2, 2, 1, 1].map((raceNo) => [it.id, 40, raceNo]));
  });

  test("a leg that comes back goes on as it is: scratched before the start, then abandoned", async () => {
    const [a, b, c] = (await allUps.open()) as [string, string, string];
    const it = await allUps.placed([
      leg(a, "WIN", 3),
      leg(b, "QUINELLA", 1, 2),
      leg(c, "PLACE", 7),
    ]);
    ok(await act(club, a, "scratch", { horse_id: 3 }));
    await expect
      .poll(async () => states(await allUps.orderOf(it)))
      .toEqual(["refunded", "accepted", "waiting"]);
    expect((await allUps.orderOf(it)).legs[1].stake_cents).toBe(STAKE);
    ok(await act(club, b, "abandon", { reason: "fog" }));
    await expect
      .poll(async () => states(await allUps.orderOf(it)))
      .toEqual(["refunded", "refunded", "accepted"]);
    expect(await allUps.cashOf(it)).toBe(9_000);
    // The last one comes back too: the order is refunded.
    ok(await act(club, c, "scratch", { horse_id: 7 }));
    await expect.poll(async () => (await allUps.orderOf(it)).status).toBe("refunded");
    expect(await allUps.orderOf(it)).toMatchObject({ payout_cents: 0, refund_cents: STAKE });
    expect(await allUps.cashOf(it)).toBe(10_000);
    await allUps.run(a, [[1], [2], [4]]);
    expect(await allUps.cashOf(it)).toBe(10_000);
  });

  test("a leg that loses ends it", async () => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    await allUps.run(a, [[1], [2], [3]]);
    const order = await allUps.orderOf(it);
    expect(states(order)).toEqual(["lost", "not_staked"]);
    expect(order).toMatchObject({ status: "lost", payout_cents: 0, refund_cents: 0 });
    expect(order.settled_at).not.toBeNull();
    expect(await allUps.cashOf(it)).toBe(9_000);
  });

  test.each<[string, string, (b: string) => Promise<void>]>([
    ["has closed", "race.closed", async (b) => void ok(await act(club, b, "close"))],
    [
      "is abandoned",
      "race.closed",
      async (b) => void ok(await act(club, b, "abandon", { reason: "fog" })),
    ],
    [
      "has its runner scratched",
      "bet.runner_scratched",
      async (b) => void ok(await act(club, b, "scratch", { horse_id: 1 })),
    ],
    [
      "is paused",
      "betting.paused",
      async (b) => {
        const { token } = await club.operator();
        const body = {
          scope: "race",
          race_id: b,
          notice: "checking",
          reason: "the totals look wrong",
        };
        ok(await club.call("POST", "/api/operator/incidents", { token, body }));
      },
    ],
  ])("the next leg %s: the money of that moment is cash", async (_, why, happen) => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "QUINELLA", 1, 2)]);
    await happen(b);
    await allUps.run(a, [[3], [2], [1]]);
    const rows = await club.query(
      `SELECT l.leg, l.bet_id IS NULL AS is_cash, l.not_staked, w.cash_cents::integer AS cash, v.status,
         (SELECT sum(c.amount_cents)::integer FROM bet_credit c WHERE c.bet_id = $1) AS paid
       FROM all_up_leg l JOIN wallet w ON w.player_id = l.player_id JOIN order_view v ON v.id = l.order_id
       WHERE l.order_id = $1 ORDER BY l.leg`,
      [it.id],
    );
    expect(rows[1]).toMatchObject({
      is_cash: true,
      not_staked: why,
      status: "won",
      cash: 9_000 + rows[1]!["paid"],
    });
    expect(rows[1]!["paid"]).toBeGreaterThan(STAKE);
  });

  test.each<[string, (who: TestPlayer) => Promise<void>]>([
    [
      "takes a break",
      async ({ token }) =>
        void ok(await club.call("POST", "/api/user/time-out", { token, body: { days: 1 } })),
    ],
    [
      "excludes himself",
      async ({ token }) => {
        const body = { months: 6, confirm: true };
        ok(await club.call("POST", "/api/user/self-exclusion", { token, body }));
      },
    ],
    [
      "is frozen by the desk",
      async ({ id }) => {
        const { token } = await club.operator();
        const body = { reason: "papers are missing" };
        ok(await club.call("POST", `/api/operator/players/${id}/freeze`, { token, body }));
      },
    ],
  ])("of a player who %s it runs on, as every open bet does", async (_, happen) => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    await happen(it.who);
    await allUps.run(a, [[3], [2], [1]]);
    await allUps.run(b, [[1], [2], [3]]);
    const rows = await club.query(
      `SELECT l.bet_id IS NOT NULL AS is_staked, v.status, v.payout_cents::integer AS paid, w.cash_cents::integer AS cash
       FROM all_up_leg l JOIN wallet w ON w.player_id = l.player_id JOIN order_view v ON v.id = l.order_id
       WHERE l.order_id = $1 ORDER BY l.leg`,
      [it.id],
    );
    const { paid } = rows[1] as { paid: number };
    expect(rows[1]).toEqual({ is_staked: true, status: "won", paid, cash: 9_000 + paid });
  });

  test("a leg that the club staked is not the player's last bet: the same form again is asked about", async () => {
    const [a, b, c] = (await allUps.open()) as [string, string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1)]);
    const body = { race_id: c, bet_type: 1, horse: [2], betAmount: 1 };
    const { token } = it.who;
    const placed = async () => await club.call("POST", "/api/order/place-order", { token, body });
    ok(await placed());
    await allUps.run(a, [[3], [2], [1]]);
    const [row] = await club.query(
      "SELECT bet_id FROM all_up_leg WHERE order_id = $1 AND leg = 2",
      [it.id],
    );
    expect(row?.["bet_id"]).not.toBeNull();
    expect((await placed()).body.code).toBe("bet.same_again");
  });

  test("the desk cancels the bet of a leg: the money is cash, and nothing follows", async () => {
    const [a, b, c] = (await allUps.open()) as [string, string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 1), leg(c, "WIN", 1)]);
    await allUps.run(a, [[3], [2], [1]]);
    const { legs } = await allUps.orderOf(it);
    const { token } = await club.operator();
    const path = `/api/operator/orders/${legs[1].bet_id}/void`;
    ok(await club.call("POST", path, { token, body: { reason: "a slip of the hand" } }));
    const order = await allUps.orderOf(it);
    expect(states(order)).toEqual(["won", "void", "not_staked"]);
    expect(order).toMatchObject({ status: "void", refund_cents: legs[1].stake_cents });
    await allUps.run(b, [[1], [2], [3]]);
    expect(await allUps.cashOf(it)).toBe(9_000 + legs[1].stake_cents);
  });
});
