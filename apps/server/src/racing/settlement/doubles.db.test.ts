import {
  type BetTypeIndex,
  type DoublePool,
  HK,
  type LegFacts,
  finishTally,
  startPayout,
  startTally,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { runSettlement } from "./run-settlement.ts";
import { settleDoublesAfterAbandon } from "./settle-doubles.ts";
import { act } from "../../test/card-desk.ts";
import { ok } from "../../test/club.ts";
import { isFull } from "../../test/sample.ts";
import { withRoom } from "../../test/walk/rig.ts";
import {
  type Numbers,
  type PlacedBet,
  type VectorBet,
  type VectorClub,
  countLockWaits,
  expectBooks,
  openVectorRaces,
  placeBets,
  readCash,
  readVectors,
  startVectorClub,
} from "../../test/vector-race.ts";

interface VectorLeg {
  runners: number;
  result_groups: number[][];
  scratched: number[];
  void: boolean;
  scratched_after_leg1?: boolean;
  favourite?: number;
}

interface DoubleVector {
  id: string;
  description: string;
  leg1: VectorLeg;
  leg2: VectorLeg;
  bets: VectorBet[];
  expected: {
    pool: Numbers;
    bets: {
      id: string;
      combinations: number;
      cost_cents: number;
      refund_cents: number;
      payout_cents: number;
    }[];
  };
}

let rig: VectorClub;

beforeAll(async () => {
  rig = await startVectorClub();
});
afterAll(async () => await rig.club.close());

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** The numbers of the one double in an answer; undefined when it is not in it. */
function doubleIn(answer: { pools: Numbers[] }): Numbers | undefined {
  return answer.pools.find((pool) => pool["race_id2"] !== null);
}

function figures(pool: Numbers | undefined): Numbers {
  const { status, gross_cents, takeout_cents, net_cents, dividends_cents, paid_cents } = pool ?? {};
  return { status, gross_cents, takeout_cents, net_cents, dividends_cents, paid_cents };
}

/** Enters a final result and settles; what was done equals the dry run. */
async function runRace(raceId: string, placings: number[][]) {
  const { club } = rig;
  const dry = ok(await act(club, raceId, "result", { placings, stage: "final" }));
  const { result_version } = dry;
  const done = ok(await act(club, raceId, "settle", { result_version }));
  expect(done.status).toBe("settled");
  expect(done.pools).toEqual(dry.pools);
  return done;
}

async function openLegs(ruleSet = "AU_STD"): Promise<[string, string]> {
  const races = [{ runners: numbersTo(8) }, { runners: numbersTo(8) }];
  return (await openVectorRaces(rig.club, { ruleSet, races })) as [string, string];
}

/** Makes a runner the favourite of its race, by a bet that counts like any other. */
async function back(raceId: string, horse: number | undefined): Promise<PlacedBet[]> {
  if (horse === undefined) return [];
  const bet = { id: "favourite", bet_type: 1, sel: { horse: [horse] }, unit_cents: 5000 };
  return await placeBets(rig, [bet], { race_id: raceId });
}

async function orderOf({ orderId, player }: PlacedBet) {
  return ok(await rig.club.call("GET", `/api/order/${orderId}`, { token: player.token }));
}

async function expectTickets(vector: DoubleVector, placed: readonly PlacedBet[]): Promise<void> {
  for (const expected of vector.expected.bets) {
    const order = await orderOf(placed.find(({ bet }) => bet.id === expected.id)!);
    const { combinations, cost_cents, refund_cents, payout_cents } = order;
    expect({ id: expected.id, combinations, cost_cents, refund_cents, payout_cents }).toEqual(
      expected,
    );
    expect(order.status).not.toBe("accepted");
  }
}

async function poolIsOver(legs: readonly string[]): Promise<void> {
  await expect
    .poll(async () =>
      (
        await rig.club.query("SELECT status FROM pool WHERE race_id = $1 AND race_id2 = $2", [
          ...legs,
        ])
      ).map((row) => row["status"]),
    )
    .not.toContain("CLOSED");
}

describe("doubles.json through the server", () => {
  const vectors = readVectors<DoubleVector>("doubles");

  test("every vector is here", () => expect(vectors).toHaveLength(14));

  // In `npm test` each case once, in turn for WIN and for PLACE.
  const some = vectors.filter((_, i) => isFull || i % 4 === 0 || i % 4 === 3);
  test.each(some.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    async (_, __, vector) => {
      const { leg1, leg2, expected } = vector;
      const { club } = rig;
      const [first, second] = await openLegs();
      const before = await readCash(rig);
      const favourites = await back(second, leg2.favourite);
      const placed = await placeBets(rig, vector.bets, { race_id: first, race_id2: second });
      const scratch = async (): Promise<void> => {
        for (const horse_id of leg2.scratched) ok(await act(club, second, "scratch", { horse_id }));
      };
      if (leg2.scratched_after_leg1 !== true) await scratch();
      if (leg1.void) {
        ok(await act(club, first, "abandon", { reason: "fog" }));
      } else {
        ok(await act(club, first, "close"));
        if (leg2.scratched_after_leg1 === true) await scratch();
        if (leg2.void) ok(await act(club, second, "abandon", { reason: "fog" }));
        const done = await runRace(first, leg1.result_groups);
        expect(doubleIn(done) !== undefined).toBe(leg2.void);
        if (leg2.void) expect(figures(doubleIn(done))).toEqual(expected.pool);
      }
      if (!leg2.void) {
        ok(await act(club, second, "close"));
        const done = await runRace(second, leg2.result_groups);
        if (!leg1.void) expect(figures(doubleIn(done))).toEqual(expected.pool);
      }
      await poolIsOver([first, second]);
      await expectTickets(vector, placed);
      await expectBooks(club);
      const changes = await moneyOf([...placed, ...favourites]);
      const cash = await readCash(rig);
      for (const { id } of rig.players) {
        expect(cash.get(id)! - before.get(id)!).toBe(changes.get(id));
      }
    },
  );

  test("leg 2 abandoned after leg 1 was settled: the double is settled at the abandonment", async () => {
    const vector = vectors.find(({ id }) => id === "double-1-5-10")!;
    const [first, second] = await openLegs();
    const placed = await placeBets(rig, vector.bets, { race_id: first, race_id2: second });
    ok(await act(rig.club, first, "close"));
    const done = await runRace(first, vector.leg1.result_groups);
    expect(doubleIn(done)).toBeUndefined();
    expect((await orderOf(placed[0]!)).status).toBe("accepted");
    ok(await act(rig.club, second, "abandon", { reason: "fog" }));
    await poolIsOver([first, second]);
    await expectTickets(vector, placed);
    // Settling leg 1 again shows it now, under the result that it was settled by.
    const again = ok(await act(rig.club, first, "settle", { result_version: done.result_version }));
    expect(figures(doubleIn(again))).toEqual(vector.expected.pool);
    await expectBooks(rig.club);
  });

  test("two processes that settle it after the abandonment in the same moment settle it once", async () => {
    const { ctx, database } = rig.club;
    const vector = vectors.find(({ id }) => id === "double-1-5-10")!;
    const [first, second] = await openLegs();
    const placed = await placeBets(rig, vector.bets, { race_id: first, race_id2: second });
    ok(await act(rig.club, first, "close"));
    await runRace(first, vector.leg1.result_groups);
    const [holder, next] = [1, 2].map(
      () => new pg.Client({ connectionString: database.adminUrl }),
    ) as [pg.Client, pg.Client];
    const lock = "SELECT pg_advisory_lock(race_lock_key($1))";
    const unlock = "SELECT pg_advisory_unlock(race_lock_key($1))";
    const waiting = async () => await countLockWaits(rig);
    await Promise.all([holder.connect(), next.connect()]);
    try {
      // The lock goes from the abandonment to one who keeps it, so that nobody settles meanwhile.
      await holder.query(lock, [second]);
      const abandoned = act(rig.club, second, "abandon", { reason: "fog" });
      await expect.poll(waiting).toBe(1);
      const kept = next.query(lock, [second]);
      await expect.poll(waiting).toBe(2);
      await holder.query(unlock, [second]);
      await kept;
      // Both have read the same facts before either writes its plan.
      const both = [1, 2].map(
        async () => await withRoom(async () => await settleDoublesAfterAbandon(ctx, second)),
      );
      await expect.poll(waiting).toBeGreaterThanOrEqual(2);
      await next.query(unlock, [second]);
      await Promise.all(both);
      ok(await abandoned);
    } finally {
      await Promise.all([holder.end(), next.end()]);
    }
    await poolIsOver([first, second]);
    await expectTickets(vector, placed);
    await expectBooks(rig.club);
  });

  test("leg 2 abandoned while players are still told of leg 1: the double is settled with the answer", async () => {
    const { ctx, database } = rig.club;
    const vector = vectors.find(({ id }) => id === "double-1-5-10")!;
    const [first, second] = await openLegs();
    const placed = await placeBets(rig, vector.bets, { race_id: first, race_id2: second });
    ok(await act(rig.club, first, "close"));
    const { result_version } = await runRace(first, vector.leg1.result_groups);
    const untold = async () => {
      const [row] = await rig.club.query(
        "SELECT count(*)::int AS n FROM settlement WHERE race_id = $1 AND step <> 'announced'",
        [first],
      );
      return row?.["n"];
    };
    // The players are told once; what is held up below is telling them again.
    await expect.poll(untold).toBe(0);
    const holder = new pg.Client({ connectionString: database.adminUrl });
    await holder.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM settlement WHERE race_id = $1 FOR UPDATE", [first]);
      const telling = runSettlement(ctx, { raceId: first, version: result_version });
      expect(await telling.settled).toBe(true);
      const abandoned = act(rig.club, second, "abandon", { reason: "fog" });
      const planned = async () => {
        const [row] = await rig.club.query(
          "SELECT count(*)::int AS n FROM settlement WHERE race_id = $1 AND step = 'computed'",
          [first],
        );
        return row?.["n"];
      };
      await expect.poll(planned).toBe(1);
      await holder.query("COMMIT");
      ok(await abandoned);
    } finally {
      await holder.end();
    }
    await expectTickets(vector, placed);
    await expectBooks(rig.club);
  });

  test("leg 2 settled first: the double waits and is settled with leg 1", async () => {
    const vector = vectors.find(({ id }) => id === "double-1-2-11")!;
    const [first, second] = await openLegs();
    const placed = await placeBets(rig, vector.bets, { race_id: first, race_id2: second });
    for (const id of [first, second]) ok(await act(rig.club, id, "close"));
    expect(doubleIn(await runRace(second, vector.leg2.result_groups))).toBeUndefined();
    expect(figures(doubleIn(await runRace(first, vector.leg1.result_groups)))).toEqual(
      vector.expected.pool,
    );
    await expectTickets(vector, placed);
    await expectBooks(rig.club);
  });

  test("a final result of the other leg that is not settled yet leaves the double open", async () => {
    const vector = vectors.find(({ id }) => id === "double-1-0-10")!;
    const [first, second] = await openLegs();
    await placeBets(rig, vector.bets.slice(0, 3), { race_id: first, race_id2: second });
    for (const id of [first, second]) ok(await act(rig.club, id, "close"));
    ok(await act(rig.club, first, "result", { placings: [[7], [6], [5]], stage: "final" }));
    expect(doubleIn(await runRace(second, vector.leg2.result_groups))).toBeUndefined();
    expect(doubleIn(await runRace(first, vector.leg1.result_groups))).toBeDefined();
  });
});

async function moneyOf(placed: readonly PlacedBet[]): Promise<Map<string, number>> {
  const money = new Map<string, number>();
  for (const bet of placed) {
    const { payout_cents, refund_cents, cost_cents } = await orderOf(bet);
    const change = payout_cents + refund_cents - cost_cents;
    money.set(bet.player.id, (money.get(bet.player.id) ?? 0) + change);
  }
  return money;
}

describe("doubles where Hong Kong's terms differ", () => {
  const leg = (facts: Partial<LegFacts>): LegFacts => ({
    handicap: false,
    runners: numbersTo(8),
    scratched: [],
    scratchedAfterLeg1Started: [],
    placings: null,
    void: false,
    voidAfterLeg1Started: false,
    favourite: 1,
    ...facts,
  });
  const bets: VectorBet[] = [
    { id: "a", bet_type: 10, sel: { horse: [3], horse2: [5] }, unit_cents: 700 },
    { id: "b", bet_type: 10, sel: { horse: [2, 3], horse2: [5, 6] }, unit_cents: 300 },
    { id: "c", bet_type: 10, sel: { horse: [4], horse2: [5] }, unit_cents: 1100 },
    { id: "d", bet_type: 10, sel: { horse: [7], horse2: [1] }, unit_cents: 2500 },
  ];
  const facts = (legs: [LegFacts, LegFacts]): DoublePool => ({
    kind: "double",
    pool: "DOUBLE_WIN",
    rules: HK,
    legs,
    declared: null,
  });

  /** What the pure rule returns for facts written by hand. */
  function expectedOf(pool: DoublePool) {
    const orders = bets.map((bet) => ({
      betType: bet.bet_type as BetTypeIndex,
      slots: [bet.sel.horse!, bet.sel.horse2!],
      unitStakeCents: BigInt(bet.unit_cents),
    }));
    const tally = startTally(pool);
    for (const order of orders) tally.add(order);
    const outcome = finishTally(tally);
    const payout = startPayout(pool, outcome);
    return {
      outcome,
      bets: orders.map((order) => {
        const { payoutCents, refundCents } = payout.settle(order);
        return [Number(payoutCents), Number(refundCents)];
      }),
    };
  }

  test("a withdrawn runner of leg 1 becomes the favourite", async () => {
    const [first, second] = await openLegs("HK");
    await back(first, 3);
    await back(second, 5);
    const placed = await placeBets(rig, bets, { race_id: first, race_id2: second });
    ok(await act(rig.club, first, "scratch", { horse_id: 4 }));
    for (const id of [first, second]) ok(await act(rig.club, id, "close"));
    await runRace(first, [[3], [1], [2], [5]]);
    const done = await runRace(second, [[5], [4], [6], [1]]);
    const expected = expectedOf(
      facts([
        leg({ scratched: [4], placings: [[3], [1], [2], [5]], favourite: 3 }),
        leg({ placings: [[5], [4], [6], [1]], favourite: 5 }),
      ]),
    );
    expect(doubleIn(done)!["paid_cents"]).toBe(Number(expected.outcome.paidCents));
    expect(expected.bets[2]![0]).toBeGreaterThan(0);
    const orders = await Promise.all(placed.map(orderOf));
    expect(orders.map((order) => [order.payout_cents, order.refund_cents])).toEqual(expected.bets);
    await expectBooks(rig.club);
  });

  test("a void leg 1 becomes the field, settled with leg 2", async () => {
    const [first, second] = await openLegs("HK");
    const placed = await placeBets(rig, bets, { race_id: first, race_id2: second });
    ok(await act(rig.club, first, "abandon", { reason: "fog" }));
    ok(await act(rig.club, second, "close"));
    const done = await runRace(second, [[5], [4], [6], [1]]);
    const expected = expectedOf(
      facts([leg({ void: true }), leg({ placings: [[5], [4], [6], [1]], favourite: 1 })]),
    );
    expect(expected.outcome.status).toBe("PAID");
    expect(doubleIn(done)!["paid_cents"]).toBe(Number(expected.outcome.paidCents));
    const orders = await Promise.all(placed.map(orderOf));
    expect(orders.map((order) => [order.payout_cents, order.refund_cents])).toEqual(expected.bets);
    await expectBooks(rig.club);
  });
});
