import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { watchBooks } from "../../run/jobs/club-metrics.ts";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import { untilChained } from "../../test/db/race-day.ts";
import {
  askSport,
  cashOf,
  legOn,
  makeMatch,
  placeSport,
  settleMatch,
  sportOrder,
} from "../../test/sport-desk.ts";
import { book, oddsEvent } from "../../test/odds-api.ts";
import { dayAt } from "../../test/zone.ts";

let club: TestClub;
let player: TestPlayer;
const desk = async (path: string, body: unknown = {}) => {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
};
const verify = async () => {
  const { token } = await club.operator();
  const answer = ok(await club.call("POST", "/api/operator/ledger/verify", { token }));
  return answer.checks.filter((check: { ok: boolean }) => !check.ok);
};

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 1_000_000);
});
afterAll(async () => {
  expect(await verify()).toEqual([]);
  await club.close();
});

describe("settling", () => {
  test("by score: a dry run first, then every bet that is known, once", async () => {
    const [event, later] = [await makeMatch(club), await makeMatch(club)];
    const won = await placeSport(club, player, { legs: [legOn(event, "home")] });
    const lost = await placeSport(club, player, { legs: [legOn(event, "away")] });
    const both = await placeSport(club, player, {
      legs: [legOn(event, "home"), legOn(later, "draw")],
    });
    const before = await cashOf(club, player);
    const path = `/events/${event.event_id}`;
    const dry = ok(await desk(`${path}/result`, { score: { home: 2, away: 1 } }));
    expect(dry).toMatchObject({
      result_version: 1,
      bets: 3,
      decided_bets: 2,
      waiting_bets: 1,
      stakes_cents: 2000,
      payout_cents: 1850,
      refund_cents: 0,
      book_result_cents: 150,
      balanced: true,
    });
    expect(await cashOf(club, player)).toBe(before);
    const settled = ok(await desk(`${path}/settle`, { result_version: 1 }));
    expect(settled).toMatchObject({ status: "settled", payout_cents: 1850 });
    expect(ok(await desk(`${path}/settle`, { result_version: 1 }))).toEqual(settled);
    expect(await cashOf(club, player)).toBe(before + 1850);
    expect(await sportOrder(club, player, won.order_id)).toMatchObject({
      status: "won",
      payout_cents: 1850,
    });
    expect(await sportOrder(club, player, lost.order_id)).toMatchObject({
      status: "lost",
      payout_cents: 0,
    });
    const open = await sportOrder(club, player, both.order_id);
    expect([open.status, ...open.legs.map((leg: { status: string }) => leg.status)]).toEqual([
      "accepted",
      "won",
      "open",
    ]);
    await settleMatch(club, later.event_id, { score: { home: 1, away: 1 } });
    // 1.85 x 3.60 = 6.66.
    expect(await sportOrder(club, player, both.order_id)).toMatchObject({
      status: "won",
      payout_cents: 6660,
      paid_lines: [{ legs: [0, 1], factor: "333/50", amount_cents: 6660 }],
    });
    expect(await cashOf(club, player)).toBe(before + 1850 + 6660);
    const changed = await desk(`${path}/result`, { score: { home: 0, away: 1 } });
    expect([changed.status, changed.body.code]).toEqual([409, "settlement.begun"]);
  });

  test("many bets in small chunks come to the same", async () => {
    const event = await makeMatch(club);
    for (let i = 0; i < 25; i++) {
      await placeSport(club, player, { legs: [legOn(event, i % 2 === 0 ? "home" : "away")] });
    }
    const before = await cashOf(club, player);
    const { token } = await club.operator();
    const path = `/api/operator/sports/events/${event.event_id}/result`;
    ok(await club.call("POST", path, { token, body: { score: { home: 1, away: 0 } } }));
    await club.query("SELECT plan_sport_settlement($1, 1, false)", [event.event_id]);
    const { runSportSettlement } = await import("./run-sport-settlement.ts");
    // The job may be at it too: whoever is first pays, the other continues from there.
    expect(await runSportSettlement(club.ctx, { eventId: event.event_id, version: 1 }, 4)).toBe(
      true,
    );
    expect(await cashOf(club, player)).toBe(before + 13 * 1850);
  });

  test("a void event gives everything back; a void leg leaves a multiple to its others", async () => {
    const [event, other] = [await makeMatch(club), await makeMatch(club)];
    const single = await placeSport(club, player, { legs: [legOn(event, "home")] });
    const multiple = await placeSport(club, player, {
      legs: [legOn(event, "home"), legOn(other, "home")],
    });
    const before = await cashOf(club, player);
    const done = await settleMatch(club, event.event_id, { void: true, reason: "floodlights" });
    expect(done).toMatchObject({ status: "void", refund_cents: 1000 });
    await settleMatch(club, other.event_id, { score: { home: 3, away: 0 } });
    expect(await sportOrder(club, player, single.order_id)).toMatchObject({
      status: "refunded",
      refund_cents: 1000,
    });
    expect(await sportOrder(club, player, multiple.order_id)).toMatchObject({
      status: "won",
      payout_cents: 1850,
    });
    expect(await cashOf(club, player)).toBe(before + 1000 + 1850);
  });

  test("by market: dead heats, and outcomes that a score does not say", async () => {
    const outcomes = ["A", "B", "C"].map((key, i) => ({ key, odds_milli: 3000 + 1000 * i }));
    const event = await makeMatch(club, {
      sport: "golf",
      home: "Quay Open",
      away: "",
      markets: [{ type: "outright", outcomes }],
    });
    const orders = await Promise.all(
      ["A", "B", "C"].map(
        async (key) => await placeSport(club, player, { legs: [legOn(event, key)] }),
      ),
    );
    const byScore = await desk(`/events/${event.event_id}/result`, { score: { home: 1, away: 0 } });
    expect([byScore.status, byScore.body.code]).toEqual([422, "sport.result_invalid"]);
    const [market] = event.markets;
    const [a, b, c] = market!.outcomes.map(({ outcome_id }) => outcome_id);
    const verdicts = { [a!]: "dead_heat", [b!]: "dead_heat", [c!]: "lost" };
    await settleMatch(club, event.event_id, {
      markets: [{ market_id: market!.market_id, outcomes: verdicts }],
    });
    const payouts = await Promise.all(
      orders.map(async ({ order_id }) => (await sportOrder(club, player, order_id)).payout_cents),
    );
    expect(payouts).toEqual([1500, 2000, 0]);
  });

  test("an order that an operator cancels comes back once, and is not settled after", async () => {
    const event = await makeMatch(club);
    const order = await placeSport(club, player, { legs: [legOn(event, "home")] });
    const before = await cashOf(club, player);
    const path = `/orders/${order.order_id}/void`;
    ok(await desk(path, { reason: "palpable error" }));
    ok(await desk(path, { reason: "palpable error" }));
    expect(await cashOf(club, player)).toBe(before + 1000);
    await settleMatch(club, event.event_id, { score: { home: 1, away: 0 } });
    expect(await cashOf(club, player)).toBe(before + 1000);
    expect(await sportOrder(club, player, order.order_id)).toMatchObject({
      status: "void",
      refund_cents: 1000,
      void_reason: "palpable error",
    });
    const settled = await makeMatch(club);
    const paid = await placeSport(club, player, { legs: [legOn(settled, "home")] });
    await settleMatch(club, settled.event_id, { score: { home: 1, away: 0 } });
    const late = await desk(`/orders/${paid.order_id}/void`, { reason: "too late" });
    expect([late.status, late.body.code]).toEqual([409, "sport.order_settled"]);
  });
});

describe("a correction", () => {
  test("of one leg while a correction of the other is being paid: the multiple ends at what both say", async () => {
    const [first, second] = [await makeMatch(club), await makeMatch(club)];
    const better = await club.signUp();
    await club.fund(better, 10_000);
    const multiple = await placeSport(club, better, {
      legs: [legOn(first, "away"), legOn(second, "home")],
    });
    for (const { event_id } of [first, second]) {
      await settleMatch(club, event_id, { score: { home: 1, away: 0 } });
    }
    const correct = async (eventId: string): Promise<() => Promise<unknown>> => {
      const body = { score: { home: 0, away: 1 }, reason: "the wrong way round" };
      const asked = ok(await desk(`/events/${eventId}/correct`, body));
      const { token } = await club.newOperator("results_clerk");
      const path = `/api/operator/approvals/${asked.approval_id}/approve`;
      return async () => ok(await club.call("POST", path, { token }));
    };
    const [approveFirst, approveSecond] = [
      await correct(first.event_id),
      await correct(second.event_id),
    ];
    const waiting = async (): Promise<number> => {
      const [row] = await club.query("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted");
      return row?.["n"] as number;
    };
    const isPaid = async (eventId: string): Promise<boolean> => {
      const [row] = await club.query(
        "SELECT step FROM sport_settlement WHERE event_id = $1 AND version = 2",
        [eventId],
      );
      return row?.["step"] === "posted";
    };
    // The first correction, by which it wins, is about to pay it when the second is approved.
    const holder = await club.ctx.db.jobs.connect();
    let approved: Promise<unknown>;
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM wallet WHERE player_id = $1 FOR UPDATE", [better.id]);
      await approveFirst();
      await expect.poll(waiting).toBeGreaterThan(0);
      approved = approveSecond();
      await expect
        .poll(async () => (await waiting()) > 1 || (await isPaid(second.event_id)))
        .toBe(true);
    } finally {
      await holder.query("COMMIT");
      holder.release();
    }
    await approved;
    for (const { event_id } of [first, second]) {
      await expect.poll(async () => await isPaid(event_id)).toBe(true);
    }
    expect(await sportOrder(club, better, multiple.order_id)).toMatchObject({
      status: "lost",
      payout_cents: 0,
    });
    expect(await cashOf(club, better)).toBe(9000);
  });

  test("shows the money first, waits for another operator, and books a reversal and a new amount", async () => {
    const [event, other] = [await makeMatch(club), await makeMatch(club)];
    const winner = await club.signUp();
    const loser = await club.signUp();
    for (const each of [winner, loser]) await club.fund(each, 10_000);
    const home = await placeSport(club, winner, { legs: [legOn(event, "home")] });
    const away = await placeSport(club, loser, { legs: [legOn(event, "away")] });
    const multiple = await placeSport(club, loser, {
      legs: [legOn(event, "away"), legOn(other, "home")],
    });
    await settleMatch(club, other.event_id, { score: { home: 1, away: 0 } });
    await settleMatch(club, event.event_id, { score: { home: 1, away: 0 } });
    expect(await cashOf(club, winner)).toBe(9000 + 1850);
    // The winner spends most of it: what he no longer has stands against adjustments.
    const third = await makeMatch(club);
    await placeSport(club, winner, { legs: [legOn(third, "draw")], unit_stake_cents: 10_000 });
    const body = { score: { home: 0, away: 1 }, reason: "the wrong way round" };
    const path = `/events/${event.event_id}/correct`;
    const dry = ok(await desk(path, { ...body, dry_run: true }));
    expect(dry).toMatchObject({
      status: "dry_run",
      approval_id: null,
      bets: 3,
      diff_cents: 4400 + 8140 - 1850,
    });
    expect(
      Object.fromEntries(
        dry.players.map((each: { player_id: string; diff_cents: number }) => [
          each.player_id,
          each.diff_cents,
        ]),
      ),
    ).toEqual({
      [winner.id]: -1850,
      [loser.id]: 4400 + 8140,
    });
    const asked = ok(await desk(path, body));
    expect(asked.status).toBe("pending");
    const approve = `/api/operator/approvals/${asked.approval_id}/approve`;
    const { token: own } = await club.operator();
    expect((await club.call("POST", approve, { token: own })).body.code).toBe(
      "approval.same_person",
    );
    const { token } = await club.newOperator("results_clerk");
    ok(await club.call("POST", approve, { token }));
    await expect.poll(async () => await cashOf(club, loser)).toBe(8000 + 4400 + 8140);
    expect(await cashOf(club, winner)).toBe(0);
    expect(await sportOrder(club, winner, home.order_id)).toMatchObject({
      status: "lost",
      payout_cents: 0,
    });
    expect(await sportOrder(club, loser, away.order_id)).toMatchObject({
      status: "won",
      payout_cents: 4400,
    });
    expect(await sportOrder(club, loser, multiple.order_id)).toMatchObject({
      status: "won",
      payout_cents: 8140,
    });
    const [short] = await club.query(
      `SELECT sum(p.amount_cents)::int AS cents FROM entry e JOIN posting p ON p.entry_id = e.id
       JOIN account a ON a.id = p.account_id WHERE e.kind = 'sport_correction' AND a.kind = 'adjustments'`,
    );
    expect(short!["cents"]).toBe(-1000);
    const statement = await club.call("GET", "/api/statement/list", { token: winner.token });
    expect(ok(statement).summary).toMatchObject({
      staked_cents: -11_000,
      paid_cents: 1000,
      now_cents: 0,
    });
    const event2 = (await club.call("GET", `/api/sport/${event.event_id}`)).body.data;
    expect(event2).toMatchObject({ status: "settled", result: { home: 0, away: 1 } });
    await desk(`/events/${third.event_id}/suspend`);
  });
});

test("the desk sees the book, the board, the orders and the report", async () => {
  const event = await makeMatch(club);
  await placeSport(club, player, { legs: [legOn(event, "home")], unit_stake_cents: 2000 });
  await placeSport(club, player, { legs: [legOn(event, "away")] });
  const { token } = await club.operator();
  const get = async (path: string) =>
    await club.call("GET", `/api/operator/sports${path}`, { token });
  const { markets, bets } = ok(await get(`/events/${event.event_id}`));
  expect(bets).toBe(2);
  expect(markets[0]).toMatchObject({ stakes_cents: 3000, worst_cents: 3000 - 4400 });
  expect(markets[0].outcomes.map((outcome: { book_cents: number }) => outcome.book_cents)).toEqual([
    -700, 3000, -1400,
  ]);
  const board = await get("/board");
  expect(ok(board).stakes_cents).toBeGreaterThanOrEqual(3000);
  expect(
    board.body.list.some((line: { event_id: string }) => line.event_id === event.event_id),
  ).toBe(true);
  const orders = await get(`/orders?event_id=${event.event_id}&order=largest`);
  ok(orders);
  expect(orders.body.list.map((order: { cost_cents: number }) => order.cost_cents)).toEqual([
    2000, 1000,
  ]);
  const day = dayAt();
  for (const by of ["sport", "competition", "market", "kind", "player"]) {
    const report = await get(`/report?from=${day}&to=${day}&by=${by}`);
    const data = ok(report);
    expect(data.book_result_cents).toBe(
      data.stakes_cents - data.open_cents - data.payout_cents - data.refund_cents,
    );
    const sum = report.body.list.reduce(
      (total: number, line: { stakes_cents: number }) => total + line.stakes_cents,
      0,
    );
    expect([by, sum]).toEqual([by, data.stakes_cents]);
  }
});

test("the player's list: open and settled, page by page", async () => {
  const fresh = await club.signUp();
  await club.fund(fresh, 100_000);
  const event = await makeMatch(club);
  const other = await makeMatch(club);
  for (let i = 0; i < 3; i++) await placeSport(club, fresh, { legs: [legOn(event, "home")] });
  await placeSport(club, fresh, { legs: [legOn(other, "home")] });
  await settleMatch(club, event.event_id, { score: { home: 0, away: 0 } });
  const list = async (query: string) =>
    await club.call("GET", `/api/order/sport-list?${query}`, { token: fresh.token });
  expect((await list("status=open")).body.list).toHaveLength(1);
  const first = await list("status=settled&limit=2");
  expect(first.body.list).toHaveLength(2);
  const next = await list(`status=settled&limit=2&cursor=${first.body.data.next_cursor}`);
  expect(next.body.list).toHaveLength(1);
  expect(next.body.data.next_cursor).toBeNull();
  expect((await askSport(club, fresh, { legs: [legOn(event, "home")] })).body.code).toBe(
    "market.closed",
  );
});

test("the books notice a cent that is off, and a bet that was changed", async () => {
  const event = await makeMatch(club);
  const order = await placeSport(club, player, { legs: [legOn(event, "home")] });
  await settleMatch(club, event.event_id, { score: { home: 1, away: 0 } });
  expect(await verify()).toEqual([]);
  // Otherwise an edit undone in the meantime would be chained in its edited state.
  await untilChained(club);
  const edits = [
    [
      "sport_settled",
      "UPDATE sport_settled SET payout_cents = payout_cents + $2 WHERE bet_id = $1",
    ],
    [
      "sport_outcome",
      `UPDATE sport_outcome SET result = CASE $2::integer WHEN 1 THEN 'lost' ELSE 'won' END
       WHERE id = (SELECT outcome_id FROM sport_leg WHERE bet_id = $1)`,
    ],
    ["sport_leg", "UPDATE sport_leg SET odds_milli = odds_milli + $2 WHERE bet_id = $1"],
    [
      "sport_bet",
      "UPDATE sport_bet SET unit_stake_cents = unit_stake_cents + $2, cost_cents = cost_cents + $2 WHERE id = $1",
    ],
  ] as const;
  for (const [table, edit] of edits) {
    await club.asAdmin(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await club.asAdmin(edit, [order.order_id, 1]);
    const wrong = await verify();
    expect(
      wrong.map(({ name }: { name: string }) => name),
      table,
    ).toContain("sports");
    expect(wrong.find(({ name }: { name: string }) => name === "sports").detail).toContain(
      order.order_id,
    );
    await club.asAdmin(edit, [order.order_id, -1]);
    await club.asAdmin(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
});

test("half of a cent is none: a half-lost bet of one is lost, and the books agree", async () => {
  const handicap = {
    type: "asian_handicap",
    line: -0.25,
    outcomes: [
      { key: "home", odds_milli: 1900 },
      { key: "away", odds_milli: 1900 },
    ],
  };
  const event = await makeMatch(club, { markets: [handicap] });
  const [small, whole] = [1, 1000].map(
    async (unit_stake_cents) =>
      await placeSport(club, player, { legs: [legOn(event, "home")], unit_stake_cents }),
  );
  const orders = [await small, await whole];
  await settleMatch(club, event.event_id, { score: { home: 1, away: 1 } });
  const came = [];
  for (const order of orders) came.push(await sportOrder(club, player, order!.order_id));
  expect(came).toMatchObject([
    { status: "lost", payout_cents: 0 },
    { status: "won", payout_cents: 500 },
  ]);
  expect(await verify()).toEqual([]);
});

test("with four eyes who confirmed a feed's result does not settle by it", async () => {
  const pair = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  try {
    const { token } = await pair.operator();
    const feed = async (more: Record<string, unknown>) => {
      const payload = [{ ...oddsEvent("eyes", [book("a", [2, 3, 4])]), ...more }];
      const body = { format: "the-odds-api", payload };
      return ok(await pair.call("POST", "/api/operator/sports/events/import", { token, body }));
    };
    await feed({});
    await pair.asAdmin("UPDATE sport_event SET start_time = club_now() - interval '1 hour'");
    await feed({
      commence_time: new Date(Date.now() - 3_600_000).toISOString(),
      bookmakers: undefined,
      completed: true,
      scores: [
        { name: "Northgate Rovers", score: "2" },
        { name: "Harbour Town", score: "1" },
      ],
    });
    const [event] = await pair.query("SELECT id FROM sport_event");
    const path = `/api/operator/sports/events/${String(event?.["id"])}`;
    const [one, two] = [
      await pair.newOperator("results_clerk"),
      await pair.newOperator("results_clerk"),
    ];
    const post = async (who: { token: string }, what: string, body: unknown) =>
      await pair.call("POST", `${path}/${what}`, { token: who.token, body });
    const score = { score: { home: 2, away: 1 } };
    const version = { result_version: 1 };
    expect((await post(one, "settle", version)).body.code).toBe("result.unconfirmed");
    expect(ok(await post(one, "result", score))).toMatchObject({ is_confirmed: true });
    expect((await post(one, "settle", version)).body.code).toBe("approval.same_person");
    expect(ok(await post(two, "settle", version)).status).toBe("settled");
  } finally {
    await pair.close();
  }
});

test("with four eyes a result counts when a second operator entered the same", async () => {
  const pair = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  try {
    const event = await makeMatch(pair);
    const path = `/api/operator/sports/events/${event.event_id}`;
    const [one, two] = [
      await pair.newOperator("results_clerk"),
      await pair.newOperator("results_clerk"),
    ];
    const post = async (who: { token: string }, what: string, body: unknown) =>
      await pair.call("POST", `${path}/${what}`, { token: who.token, body });
    const score = { score: { home: 2, away: 0 } };
    expect(ok(await post(one, "result", score))).toMatchObject({
      result_version: 1,
      is_confirmed: false,
    });
    expect((await post(two, "settle", { result_version: 1 })).body.code).toBe("result.unconfirmed");
    expect((await post(two, "result", { score: { home: 2, away: 1 } })).body.code).toBe(
      "result.differs",
    );
    expect(ok(await post(two, "result", score))).toMatchObject({
      result_version: 1,
      is_confirmed: true,
    });
    expect((await post(one, "settle", { result_version: 1 })).body.code).toBe(
      "approval.same_person",
    );
    expect(ok(await post(two, "settle", { result_version: 1 })).status).toBe("settled");
  } finally {
    await pair.close();
  }
});

test("a start may move as far as the sport allows, an abandoned match leaves what is decided", async () => {
  const total = {
    type: "over_under",
    line: 1.5,
    outcomes: [
      { key: "over", odds_milli: 1900 },
      { key: "under", odds_milli: 1900 },
    ],
  };
  const result = [
    ["home", 1850],
    ["draw", 3600],
    ["away", 4400],
  ].map(([key, odds_milli]) => ({ key, odds_milli }));
  const event = await makeMatch(club, { markets: [{ type: "1x2", outcomes: result }, total] });
  const move = async (hours: number) =>
    await desk(`/events/${event.event_id}/change`, {
      start_time: new Date(Date.now() + hours * 3_600_000).toISOString(),
    });
  ok(await move(48));
  expect((await move(60)).body.code).toBe("sport.postponed");
  const home = await placeSport(club, player, { legs: [legOn(event, "home")] });
  const over = await placeSport(club, player, { legs: [legOn(event, "over", 1)] });
  const body = { abandoned: true, score: { home: 2, away: 0 }, reason: "storm" };
  await settleMatch(club, event.event_id, body);
  expect(await sportOrder(club, player, home.order_id)).toMatchObject({ status: "refunded" });
  expect(await sportOrder(club, player, over.order_id)).toMatchObject({
    status: "won",
    payout_cents: 1900,
  });
});

test("while the books are off by a cent nothing is settled; betting goes on", async () => {
  const event = await makeMatch(club);
  const other = await club.signUp();
  const legs = [legOn(event, "home")];
  await placeSport(club, player, { legs });
  const path = `/events/${event.event_id}`;
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents + 1 WHERE player_id = $1", [
    other.id,
  ]);
  await watchBooks(club.ctx);
  await placeSport(club, player, { legs });
  ok(await desk(`${path}/result`, { score: { home: 1, away: 0 } }));
  const paused = await desk(`${path}/settle`, { result_version: 1 });
  expect([paused.status, paused.body.code]).toEqual([409, "settlement.paused"]);
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents - 1 WHERE player_id = $1", [
    other.id,
  ]);
  await watchBooks(club.ctx);
  expect(ok(await desk(`${path}/settle`, { result_version: 1 })).status).toBe("settled");
});
