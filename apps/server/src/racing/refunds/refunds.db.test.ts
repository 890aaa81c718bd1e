import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { runRefundJobs } from "./refund-worker.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => {
  await club.close();
});

type Form = Record<string, unknown>;

async function bet(player: TestPlayer, form: Form): Promise<string> {
  return ok(await placeOrder(club, player, form)).order_id;
}

async function orderOf(player: TestPlayer, orderId: string) {
  const order = ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
  return { status: order.status, refund_cents: order.refund_cents };
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", { token: player.token })).cash_cents;
}

/** Everything that must hold whatever was refunded: totals, wallets, statements, once only. */
async function expectBooksInOrder(): Promise<void> {
  const [books] = await club.query(
    `SELECT
       (SELECT coalesce(sum(amount_cents), 0)::bigint FROM posting) AS total,
       (SELECT count(*) FROM (SELECT entry_id FROM posting GROUP BY entry_id HAVING sum(amount_cents) <> 0) x) AS unbalanced,
       (SELECT count(*) FROM wallet w WHERE w.cash_cents <>
         (SELECT coalesce(sum(amount_cents), 0) FROM posting p WHERE p.account_id = w.cash_account)) AS wrong_wallets,
       (SELECT count(*) FROM wallet w JOIN LATERAL (SELECT balance_cents FROM posting p
         WHERE p.account_id = w.cash_account ORDER BY id DESC LIMIT 1) l ON true
         WHERE l.balance_cents <> w.cash_cents) AS wrong_lines,
       (SELECT count(*) FROM bet_credit c LEFT JOIN entry e ON e.cause = c.cause WHERE e.id IS NULL) AS no_entry,
       (SELECT count(*) FROM bet b WHERE b.cost_cents <
         (SELECT coalesce(sum(amount_cents), 0) FROM bet_credit c WHERE c.bet_id = b.id AND c.kind = 'refund')) AS too_much`,
  );
  expect(books).toEqual({
    total: 0n,
    unbalanced: 0n,
    wrong_wallets: 0n,
    wrong_lines: 0n,
    no_entry: 0n,
    too_much: 0n,
  });
}

/** Each line of a player's cash has a running balance: the previous one plus its amount. */
async function expectRunningBalances(player: TestPlayer): Promise<void> {
  const rows = await club.query(
    `SELECT p.amount_cents, p.balance_cents FROM posting p JOIN wallet w ON w.cash_account = p.account_id
     WHERE w.player_id = $1 ORDER BY p.id`,
    [player.id],
  );
  let balance = 0n;
  for (const row of rows) {
    balance += row["amount_cents"];
    expect(row["balance_cents"]).toBe(balance);
  }
}

// What is refunded when 3 and then 4 are scratched, in cents; the status after both.
const SINGLE: [string, Form, number, number, string][] = [
  ["Single Win on it", { bet_type: 1, horse: [3], betAmount: 5 }, 500, 0, "refunded"],
  ["Single Win on two", { bet_type: 1, horse: [3, 5], betAmount: 5 }, 500, 0, "accepted"],
  ["Single Win on another", { bet_type: 1, horse: [5], betAmount: 5 }, 0, 0, "accepted"],
  ["Single Place", { bet_type: 2, horse: [3, 4], betAmount: 1.25 }, 125, 125, "refunded"],
  [
    "Each Way, two units",
    { bet_type: 9, horse: [3, 5], betAmount: 2, betAmount2: 1 },
    300,
    0,
    "accepted",
  ],
  ["Each Way on both", { bet_type: 9, horse: [3, 4], betAmount: 2 }, 400, 400, "refunded"],
  ["Quinella", { bet_type: 3, horse: [3], horse2: [4, 5] }, 200, 0, "refunded"],
  ["Quinella Box 1 2 3", { bet_type: 4, horse: [1, 2, 3] }, 200, 0, "accepted"],
  ["Quinella Box 1 2 3 4", { bet_type: 4, horse: [1, 2, 3, 4] }, 300, 200, "accepted"],
  ["Exacta", { bet_type: 5, horse1st: [1, 3], horse2nd: [3, 4] }, 200, 100, "refunded"],
  [
    "Trifecta",
    { bet_type: 6, horse1st: [1], horse2nd: [2], horse3rd: [3, 4, 5] },
    100,
    100,
    "accepted",
  ],
  // 24 orders of 4 runners; 6 of 3 are left, then none of 2.
  [
    "Trifecta Box 1 2 3 4",
    { bet_type: 7, horse: [1, 2, 3, 4], betAmount: 0.5 },
    900,
    300,
    "refunded",
  ],
  // 120 orders of 5, then 24, then none of 3.
  [
    "First 4 of five",
    {
      bet_type: 8,
      horse1st: [1, 2, 3, 4, 5],
      horse2nd: [1, 2, 3, 4, 5],
      horse3rd: [1, 2, 3, 4, 5],
      horse4th: [1, 2, 3, 4, 5],
      betAmount: 0.01,
    },
    96,
    24,
    "refunded",
  ],
  [
    "Quinella Stand Out, another",
    { bet_type: 12, horse1st: [1], horse: [3, 4, 5] },
    100,
    100,
    "accepted",
  ],
  ["Exacta Stand Out on it", { bet_type: 13, horse1st: [3], horse: [1, 2] }, 200, 0, "refunded"],
  // P(3, 2) = 6 orders of the others; 2 of 2 are left, then none of 1.
  ["Trifecta Stand Out", { bet_type: 14, horse1st: [1], horse: [2, 3, 4] }, 400, 200, "refunded"],
  [
    "First 4 Stand Out",
    { bet_type: 15, horse1st: [1], horse2nd: [2], horse: [3, 5, 6] },
    400,
    0,
    "accepted",
  ],
  ["a runner with the digit in its number", { bet_type: 1, horse: [13, 14] }, 0, 0, "accepted"],
];

describe("a scratching", () => {
  test("gives every combination with the runner back to the cent, once", async () => {
    const [raceId] = (await openRaces(club, { runners: [14] })) as [string];
    const player = await richPlayer(club);
    const ids: string[] = [];
    for (const [, form] of SINGLE) ids.push(await bet(player, { race_id: raceId, ...form }));
    const before = await cashOf(player);

    const sum = (column: 2 | 3) => SINGLE.reduce((total, row) => total + row[column], 0);
    const count = (column: 2 | 3) => SINGLE.filter((row) => row[column] > 0).length;
    const first = ok(await act(club, raceId, "scratch", { horse_id: 3, reason: "lame" }));
    expect(first).toMatchObject({
      refunded_cents: sum(2),
      refunded_bets: count(2),
      status: "open",
    });
    // The server's jobs may have taken over one pool's refunds: a moment later all are there.
    await expect.poll(async () => await cashOf(player)).toBe(before + sum(2));
    for (const [i, [name, , back]] of SINGLE.entries()) {
      expect([name, (await orderOf(player, ids[i]!)).refund_cents]).toEqual([name, back]);
    }

    const second = ok(await act(club, raceId, "scratch", { horse_id: 4 }));
    expect(second).toMatchObject({ refunded_cents: sum(3), refunded_bets: count(3) });
    await expect.poll(async () => await cashOf(player)).toBe(before + sum(2) + sum(3));
    for (const [i, [name, , first3, then4, status]] of SINGLE.entries()) {
      const order = await orderOf(player, ids[i]!);
      expect([name, order]).toEqual([name, { status, refund_cents: first3 + then4 }]);
    }
    const costs = await club.query(
      "SELECT sum(cost_cents)::bigint AS cost FROM bet WHERE race_id = $1",
      [raceId],
    );
    expect(second.gross_cents).toBe(Number(costs[0]?.["cost"]) - sum(2) - sum(3));

    const again = await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [3] });
    expect(again.body.code).toBe("bet.runner_scratched");
    await expectRunningBalances(player);
    await expectBooksInOrder();
  });

  test("after the close gives back too, and in the order of the statement", async () => {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    for (const horse of [1, 2, 1]) {
      ok(
        await placeOrder(club, player, {
          race_id: raceId,
          bet_type: 1,
          horse: [horse],
          confirm_same: true,
        }),
      );
    }
    ok(await act(club, raceId, "close"));
    const data = ok(await act(club, raceId, "scratch", { horse_id: 1 }));
    expect(data).toMatchObject({ refunded_bets: 2, refunded_cents: 200, status: "closed" });
    expect(data.root.bets).toBe(3);
    await expectRunningBalances(player);
    await expectBooksInOrder();
  });

  test("tells the players their balance and their orders", async () => {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    const id = await bet(player, { race_id: raceId, bet_type: 1, horse: [1] });
    ok(await act(club, raceId, "scratch", { horse_id: 1 }));
    const cash = await cashOf(player);
    const told = async () => {
      const rows = await club.query(
        `SELECT kind, payload -> 'players' -> $1 AS payload FROM event
         WHERE topic = 'players' AND payload -> 'players' ? $1 ORDER BY seq DESC LIMIT 2`,
        [player.id],
      );
      return Object.fromEntries(rows.map((row) => [row["kind"], row["payload"]]));
    };
    await expect.poll(async () => (await told())["orders"]).toEqual({ order_ids: [id] });
    expect((await told())["balance"]).toMatchObject({ cash_cents: cash });
  });
});

describe("an abandoned race", () => {
  test("stands, and says what it gives back, though the database is busy right after it", async () => {
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    const player = await richPlayer(club);
    const before = await cashOf(player);
    await bet(player, { race_id: raceId, ...SINGLE[0]![1] });
    const cost = before - (await cashOf(player));
    const { jobs } = club.ctx.db;
    const ask = jobs.query.bind(jobs);
    const DUE = "UPDATE refund_job SET due_bets";
    let busy = 2;
    const asked = vi.spyOn(jobs, "query").mockImplementation(async (query, values) => {
      if (typeof query === "string" && query.startsWith(DUE) && busy > 0) {
        busy -= 1;
        throw new DatabaseBusy("busy");
      }
      return (await ask(query, values)) as never;
    });
    const data = ok(await act(club, raceId, "abandon", { reason: "storm" }));
    asked.mockRestore();
    expect([busy, data.refunded_bets, data.refunded_cents]).toEqual([0, 1, cost]);
    expect(await cashOf(player)).toBe(before);
  });

  test("gives everything back that did not come back before, and its pools are REFUND", async () => {
    const [raceId] = (await openRaces(club, { runners: [14] })) as [string];
    const player = await richPlayer(club);
    const before = await cashOf(player);
    const ids: string[] = [];
    for (const [, form] of SINGLE) ids.push(await bet(player, { race_id: raceId, ...form }));
    const cost = before - (await cashOf(player));
    const back = ok(await act(club, raceId, "scratch", { horse_id: 3 })).refunded_cents;
    const data = ok(await act(club, raceId, "abandon", { reason: "storm" }));
    expect(data).toMatchObject({
      status: "abandoned",
      note: "storm",
      refunded_cents: cost - back,
      // All but three that the scratching refunded whole: Single Win, Quinella, Exacta Stand Out on
      // it.
      refunded_bets: SINGLE.length - 3,
      gross_cents: 0,
    });
    expect(await cashOf(player)).toBe(before);
    for (const id of ids) expect((await orderOf(player, id)).status).toBe("refunded");
    expect(new Set(data.pools.map((pool: { status: string }) => pool.status))).toEqual(
      new Set(["REFUND"]),
    );
    expect(data.closed_at).not.toBeNull();
    await expectRunningBalances(player);
    await expectBooksInOrder();
    const bets = "SELECT max(accepted_at) AS last FROM bet WHERE race_id = $1";
    expect(Date.parse(data.closed_at)).toBeGreaterThan(
      (await club.query(bets, [raceId]))[0]?.["last"].getTime(),
    );
  });

  test("hands a jackpot back that its close took", async () => {
    await club.query(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', 'test:jackpot', 'test',
         ARRAY[(SELECT id FROM account WHERE kind = 'adjustments'),
               (SELECT id FROM account WHERE kind = 'jackpot' AND pool_code = 'TRIFECTA')], ARRAY[-50000, 50000])`,
    );
    const jackpot = async () =>
      (
        await club.query(
          "SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM posting WHERE account_id = (SELECT id FROM account WHERE kind = 'jackpot' AND pool_code = 'TRIFECTA')",
        )
      )[0]?.["cents"];
    const [raceId] = (await openRaces(club, { runners: [8], startsInMinutes: 1 })) as [string];
    const shown = ok(await club.call("GET", `/api/events/race/${raceId}`));
    expect(
      shown.pools.find((pool: { pool: string }) => pool.pool === "TRIFECTA").jackpot_in_cents,
    ).toBe(50000);
    ok(await act(club, raceId, "close"));
    expect(await jackpot()).toBe(0n);
    ok(await act(club, raceId, "abandon", { reason: "storm" }));
    expect(await jackpot()).toBe(50000n);
    const causes = await club.query(
      "SELECT count(*) AS n FROM entry WHERE cause LIKE 'jackpot_back:%'",
    );
    expect(causes).toEqual([{ n: 1n }]);
    await expectBooksInOrder();
  });
});

/** Two races of a meeting with a double each way: 1 and 2 in leg 1 with 1 and 2 in leg 2. */
async function doubleDay(ruleSet: string) {
  const [leg1, leg2] = (await openRaces(club, {
    runners: [6, 6],
    meeting: { rule_set: ruleSet },
  })) as [string, string];
  const player = await richPlayer(club);
  const form = { race_id: leg1, race_id2: leg2, horse: [1, 2], horse2: [1, 2] };
  const win = await bet(player, { ...form, bet_type: 10, betAmount: 3 });
  const place = await bet(player, { ...form, bet_type: 11, betAmount: 2 });
  const pools = async () =>
    await club.query(
      `SELECT status, late_scratched_mask AS late, is_leg2_void_late AS void_late FROM pool
       WHERE race_id = $1 AND race_id2 = $2 ORDER BY code`,
      [leg1, leg2],
    );
  return { leg1, leg2, player, win, place, pools };
}

type Step = [leg: "leg1" | "leg2", name: string, body?: Form];
// Steps, then: what came back of the Double WIN (cost 12.00) and of the Double Place (8.00) by AU_STD and by HK.
const DOUBLES: [string, Step[], { AU_STD: string; HK: string }][] = [
  [
    "a leg-1 runner",
    [["leg1", "scratch", { horse_id: 1 }]],
    { AU_STD: "600+400 OPEN", HK: "0+0 OPEN" },
  ],
  [
    "a leg-1 runner after the close",
    [
      ["leg1", "close"],
      ["leg1", "scratch", { horse_id: 1 }],
    ],
    { AU_STD: "600+400 CLOSED", HK: "0+0 CLOSED" },
  ],
  [
    "a leg-2 runner before leg 1 starts",
    [["leg2", "scratch", { horse_id: 2 }]],
    { AU_STD: "600+400 OPEN", HK: "0+0 OPEN" },
  ],
  [
    "a leg-2 runner after leg 1 started",
    [
      ["leg1", "close"],
      ["leg2", "scratch", { horse_id: 2 }],
    ],
    { AU_STD: "0+0 CLOSED late 4", HK: "0+0 CLOSED late 4" },
  ],
  [
    "one of each leg",
    [
      ["leg1", "scratch", { horse_id: 1 }],
      ["leg2", "scratch", { horse_id: 1 }],
    ],
    { AU_STD: "900+600 OPEN", HK: "0+0 OPEN" },
  ],
  [
    "a runner that nobody holds",
    [["leg1", "scratch", { horse_id: 5 }]],
    { AU_STD: "0+0 OPEN", HK: "0+0 OPEN" },
  ],
  [
    "leg 1 abandoned",
    [["leg1", "abandon", { reason: "x" }]],
    { AU_STD: "1200+800 REFUND", HK: "0+0 CLOSED" },
  ],
  [
    "leg 1 abandoned after its close",
    [
      ["leg1", "close"],
      ["leg1", "abandon", { reason: "x" }],
    ],
    { AU_STD: "1200+800 REFUND", HK: "0+0 CLOSED" },
  ],
  [
    "leg 2 abandoned before leg 1 starts",
    [["leg2", "abandon", { reason: "x" }]],
    { AU_STD: "1200+800 REFUND", HK: "1200+800 REFUND" },
  ],
  [
    "leg 2 abandoned after leg 1 started",
    [
      ["leg1", "close"],
      ["leg2", "abandon", { reason: "x" }],
    ],
    { AU_STD: "0+0 CLOSED void", HK: "0+0 CLOSED void" },
  ],
  [
    "leg 1 abandoned, then leg 2",
    [
      ["leg1", "abandon", { reason: "x" }],
      ["leg2", "abandon", { reason: "x" }],
    ],
    { AU_STD: "1200+800 REFUND", HK: "1200+800 REFUND" },
  ],
  [
    "leg 2 late, then leg 1",
    [
      ["leg1", "close"],
      ["leg2", "abandon", { reason: "x" }],
      ["leg1", "abandon", { reason: "x" }],
    ],
    { AU_STD: "1200+800 REFUND void", HK: "1200+800 REFUND void" },
  ],
  [
    "a leg-1 runner, then leg 1 abandoned",
    [
      ["leg1", "scratch", { horse_id: 1 }],
      ["leg1", "abandon", { reason: "x" }],
    ],
    { AU_STD: "1200+800 REFUND", HK: "0+0 CLOSED" },
  ],
];

describe("doubles", () => {
  test.each(
    DOUBLES.flatMap(([name, steps, outcome]) =>
      (["AU_STD", "HK"] as const).map((rules) => [name, rules, steps, outcome[rules]] as const),
    ),
  )("%s by %s", async (_name, rules, steps, expected) => {
    const day = await doubleDay(rules);
    let told = 0;
    for (const [leg, name, body] of steps) {
      const data = ok(await act(club, day[leg], name, body));
      told += data.refunded_cents ?? 0;
    }
    const [win, place] = [await orderOf(day.player, day.win), await orderOf(day.player, day.place)];
    const pools = await day.pools();
    expect(pools[0]).toEqual(pools[1]);
    const { status, late, void_late } = pools[0]!;
    const notes = `${late === 0n ? "" : ` late ${late}`}${void_late === true ? " void" : ""}`;
    expect(`${win.refund_cents}+${place.refund_cents} ${status}${notes}`).toBe(expected);
    expect(told).toBe(win.refund_cents + place.refund_cents);
    await expectBooksInOrder();
  });
});

describe("doubles that go on with a field", () => {
  async function settle(raceId: string, placings: number[][]): Promise<void> {
    if ((await act(club, raceId, "close")).status !== 200) expect.unreachable("it was not open");
    const { result_version } = ok(await act(club, raceId, "result", { placings, stage: "final" }));
    ok(await act(club, raceId, "settle", { result_version }));
  }

  test("leg 2 abandoned after leg 1 was settled: the winner of leg 1 is paid at once", async () => {
    const day = await doubleDay("AU_STD");
    await settle(day.leg1, [[1], [2], [3], [4]]);
    ok(await act(club, day.leg2, "abandon", { reason: "storm" }));
    // The server's jobs may have taken over the doubles: a moment later both are paid.
    const statuses = async () => (await day.pools()).map((pool) => pool["status"]);
    await expect.poll(statuses).toEqual(["PAID", "PAID"]);
    // Double WIN: 12.00 less 17 % takeout is 9.96; 6.00 stood on 1 with any partner: 1.66, down to 1.60.
    const order = ok(await club.call("GET", `/api/order/${day.win}`, { token: day.player.token }));
    expect(order).toMatchObject({ status: "won", payout_cents: 960, refund_cents: 0 });
    await expectBooksInOrder();
  });

  test("leg 1 abandoned by HK: the winner of leg 2 is paid", async () => {
    const day = await doubleDay("HK");
    ok(await act(club, day.leg1, "abandon", { reason: "storm" }));
    await settle(day.leg2, [[2], [1], [3], [4]]);
    // Double WIN: 12.00 less 17.5 % is 9.90; 6.00 stood on any with 2: 1.65, down to 1.60.
    const order = ok(await club.call("GET", `/api/order/${day.win}`, { token: day.player.token }));
    expect(order).toMatchObject({ status: "won", payout_cents: 960, refund_cents: 0 });
    const race = ok(await club.call("GET", `/api/events/race/${day.leg2}`));
    expect(race.result).toMatchObject({ stage: "final", placings: [[2], [1], [3], [4]] });
    expect(race.dividends).toEqual(
      expect.arrayContaining([{ pool: "DOUBLE_WIN", combination: "1-2", dividend_cents: 160 }]),
    );
    await expectBooksInOrder();
  });
});

describe("the refund worker", () => {
  const BETS = 23;

  /** A race of which a scratching sends 23 bets back, with a database that breaks as the test says. */
  async function brokenDay() {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    for (let i = 0; i < BETS; i += 1) {
      ok(
        await placeOrder(club, player, {
          race_id: raceId,
          bet_type: 1,
          horse: [1],
          betAmount: (100 + i) / 100,
        }),
      );
    }
    return { raceId, player };
  }

  /** Chunks of more than 4 bets never commit, nor does the one that would pay `until`. */
  async function breakAt(raceId: string, until: number): Promise<void> {
    await club.asAdmin(
      `CREATE OR REPLACE FUNCTION break_refunds() RETURNS trigger LANGUAGE plpgsql AS $f$
       BEGIN
         IF NEW.race_id = '${raceId}' AND (NEW.paid_bets - OLD.paid_bets > 4 OR NEW.paid_bets >= ${until}) THEN
           RAISE EXCEPTION 'the power went';
         END IF;
         RETURN NEW;
       END $f$`,
    );
    // Replaces the trigger without a gap: the server's own jobs would pay all that is left.
    await club.asAdmin(
      "CREATE OR REPLACE TRIGGER break_refunds AFTER UPDATE ON refund_job FOR EACH ROW EXECUTE FUNCTION break_refunds()",
    );
  }

  async function paid(raceId: string) {
    const [row] = await club.query(
      `SELECT (SELECT count(*) FROM bet_credit c JOIN bet b ON b.id = c.bet_id WHERE b.race_id = $1) AS credits,
         (SELECT count(*) FROM entry WHERE cause LIKE 'scratch:' || $1::text || ':%') AS entries,
         (SELECT sum(paid_bets)::bigint FROM refund_job WHERE race_id = $1) AS counted`,
      [raceId],
    );
    return row;
  }

  test("goes on after a crash in the middle of any chunk, and pays every bet once", async () => {
    const { raceId, player } = await brokenDay();
    const cost = (
      await club.query("SELECT sum(cost_cents)::bigint AS c FROM bet WHERE race_id = $1", [raceId])
    )[0]?.["c"];
    const before = await cashOf(player);
    await breakAt(raceId, 8);
    const data = ok(await act(club, raceId, "scratch", { horse_id: 1 }));
    // The act stands and reports what will be refunded, though nothing is paid yet.
    expect(data).toMatchObject({
      refunded_bets: BETS,
      refunded_cents: Number(cost),
      gross_cents: 0,
    });
    expect(await paid(raceId)).toEqual({ credits: 0n, entries: 0n, counted: 0n });

    const run = async () => await runRefundJobs(club.ctx, raceId, { chunk: 4 });
    // A run finds nothing to do while the server's own jobs are working on it.
    const breaks = async () =>
      await expect.poll(async () => String(await run().catch(String))).toMatch("the power went");
    await breaks();
    expect(await paid(raceId)).toEqual({ credits: 4n, entries: 4n, counted: 4n });
    await expectBooksInOrder();
    await breakAt(raceId, 20);
    await breaks();
    expect(await paid(raceId)).toEqual({ credits: 16n, entries: 16n, counted: 16n });
    await breakAt(raceId, 1000);
    // Two workers at once, each in chunks.
    await Promise.all([run(), run()]);
    await expect
      .poll(async () => await run().then(async () => await paid(raceId)))
      .toEqual({
        credits: BigInt(BETS),
        entries: BigInt(BETS),
        counted: BigInt(BETS),
      });
    expect(await cashOf(player)).toBe(before + Number(cost));
    await club.asAdmin("DROP TRIGGER break_refunds ON refund_job");
    await expectRunningBalances(player);
    await expectBooksInOrder();
  });

  test("the jobs of the server pay what an act could not", async () => {
    const { raceId, player } = await brokenDay();
    await breakAt(raceId, 1);
    ok(await act(club, raceId, "abandon", { reason: "storm" }));
    const before = await cashOf(player);
    await club.asAdmin("DROP TRIGGER break_refunds ON refund_job");
    const undone = "SELECT 1 FROM refund_job WHERE race_id = $1 AND NOT is_done";
    await expect.poll(async () => await club.query(undone, [raceId])).toEqual([]);
    expect(await cashOf(player)).toBeGreaterThan(before);
    const pools = await club.query("SELECT DISTINCT status FROM pool WHERE race_id = $1", [raceId]);
    expect(pools).toEqual([{ status: "REFUND" }]);
    await expectBooksInOrder();
  });
});
