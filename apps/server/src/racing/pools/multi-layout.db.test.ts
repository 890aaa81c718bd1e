import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  act,
  clubCard,
  importCard,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { layOut, openMulti, ticketForm } from "../../test/multi-race.ts";

/* Treble, Quaddie and Pick 6: how they are laid out, and which bets they refuse. */

let club: TestClub;
let player: TestPlayer;
let other: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  other = await richPlayer(club);
});
afterAll(async () => await club.close());

type Body = Record<string, unknown>;

describe("laying out", () => {
  const QUADDIE = { code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4] };

  async function meeting(races = 5) {
    const card = clubCard({ runners: Array.from({ length: races }, () => 4) });
    const { event_id } = ok(await importCard(club, card));
    return { card, eventId: event_id as string, raceIds: await raceIdsOf(club, event_id) };
  }

  test.each<[string, Body, string]>([
    ["three races", { races: [1, 2, 3] }, "races"],
    ["five races", { races: [1, 2, 3, 4, 5] }, "races"],
    ["a race that the meeting does not have", { races: [1, 2, 3, 9] }, "races"],
    ["a race twice", { races: [1, 2, 2, 3] }, "races"],
    ["not in order of start", { races: [2, 1, 3, 4] }, "races"],
  ])("%s is refused, and nothing is laid out", async (_, change, field) => {
    const { eventId } = await meeting();
    const answer = await layOut(club, eventId, [{ ...QUADDIE, ...change }]);
    expect([answer.status, answer.body.code]).toEqual([422, "request.invalid"]);
    expect(answer.body.params.field).toBe(`multi_pools.0.${field}`);
    expect(
      await club.query(
        "SELECT 1 FROM pool p JOIN pool_leg USING (race_id) WHERE p.name IS NOT NULL AND p.race_id IN (SELECT id FROM race WHERE meeting_id = $1)",
        [eventId],
      ),
    ).toEqual([]);
  });

  test("a code that is none, a guarantee below zero and a closed race are refused", async () => {
    const { eventId, raceIds } = await meeting();
    for (const bad of [{ code: "WIN" }, { guarantee_cents: -1 }, { name: " " }]) {
      expect((await layOut(club, eventId, [{ ...QUADDIE, ...bad }])).status).toBe(422);
    }
    ok(await act(club, raceIds[0]!, "open"));
    ok(await act(club, raceIds[0]!, "close"));
    expect((await layOut(club, eventId, [QUADDIE])).status).toBe(422);
    ok(await layOut(club, eventId, [{ ...QUADDIE, races: [2, 3, 4, 5] }]));
  });

  test.each([
    ["dividends", { dividends: "declared" }, { dividends: "declared", rule_set: "AU_STD" }],
    ["rule set", { rule_set: "HK" }, { dividends: "club", rule_set: "HK" }],
  ])("follows the %s of its meeting, though the card names no pools", async (_, change, rules) => {
    const { card, eventId } = await meeting();
    ok(await layOut(club, eventId, [QUADDIE]));
    const next = { ...card, meeting: { ...card.meeting, ...change } };
    ok(await importCard(club, next));
    const laid = await club.query(
      `SELECT p.name, p.dividends, p.rule_set FROM pool p JOIN race r ON r.id = p.race_id
       WHERE r.meeting_id = $1 AND p.name IS NOT NULL`,
      [eventId],
    );
    expect(laid).toEqual([{ name: "Quaddie", ...rules }]);
  });

  test("changes before a bet, stays with one, is taken away without, and the day lists it", async () => {
    const { card, eventId, raceIds } = await meeting();
    for (const id of raceIds) ok(await act(club, id, "open"));
    const early = { code: "TREBLE", name: "Early", races: [1, 2, 3], guarantee_cents: 5_000 };
    ok(await layOut(club, eventId, [early, QUADDIE]));
    const answer = await layOut(club, eventId, [{ ...early, guarantee_cents: 9_000 }, QUADDIE]);
    const pools = answer.body.list as { name: string; multi_pool_id: string; is_used: boolean }[];
    expect(pools).toMatchObject([
      { name: "Quaddie", races: [1, 2, 3, 4], status: "OPEN", guarantee_cents: 0, is_used: false },
      { name: "Early", races: [1, 2, 3], status: "OPEN", guarantee_cents: 9_000, is_used: false },
    ]);
    const quaddie = pools[0]!.multi_pool_id;
    const laid = { eventId, raceIds, poolId: quaddie };
    const { cost_cents } = ok(
      await placeOrder(club, player, ticketForm(laid, "QUADDIE", { legs: [[1], [2], [3], [4]] })),
    );
    const refused = await layOut(club, eventId, [{ ...QUADDIE, guarantee_cents: 1 }]);
    expect([refused.status, refused.body.code]).toEqual([409, "pool.in_use"]);
    ok(await layOut(club, eventId, [QUADDIE]));
    const { date } = card.meeting;
    const listed = async () => {
      const day = await club.call("GET", `/api/events/day_table?day=${date}`);
      return (day.body.list as Body[]).find((each) => each["event_id"] === eventId)?.[
        "multi_pools"
      ];
    };
    const money = { gross_cents: cost_cents, jackpot_cents: 0, guarantee_cents: 0 };
    await expect
      .poll(listed)
      .toEqual([{ multi_pool_id: quaddie, ...QUADDIE, status: "OPEN", ...money }]);
  });

  test("a card lays them out, and one that says nothing of them leaves them", async () => {
    const card = clubCard({ runners: [4, 4, 4, 4] });
    const pool = { code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4], guarantee_cents: 70_000 };
    const dry = async (pools: object[]) => {
      const answer = ok(await importCard(club, { ...card, multi_pools: pools }, { dry_run: true }));
      return (answer.changes as Body[]).filter((row) => row["pool"] !== undefined);
    };
    const races = { field: "races", before: null, after: "1 2 3 4" };
    expect(await dry([pool])).toMatchObject([
      { kind: "added", pool: "QUADDIE", name: "Quaddie", fields: [races, { after: 70_000 }] },
    ]);
    const first = ok(await importCard(club, { ...card, multi_pools: [pool] }));
    expect(await dry([pool])).toEqual([]);
    expect(await dry([{ ...pool, guarantee_cents: 1 }])).toMatchObject([
      { kind: "changed", fields: [{ field: "guarantee_cents", before: 70_000, after: 1 }] },
    ]);
    expect(await dry([])).toMatchObject([{ kind: "removed", name: "Quaddie" }]);
    const read = async () => {
      const { token } = await club.operator();
      const path = `/api/operator/meetings/${first.event_id}/multi-pools`;
      return (await club.call("GET", path, { token })).body.list as Body[];
    };
    expect(await read()).toMatchObject([pool]);
    const again = ok(await importCard(club, { ...card, multi_pools: [pool] }));
    expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0]);
    ok(await importCard(club, card));
    expect(await read()).toMatchObject([pool]);
    const wrong = await importCard(club, { ...card, multi_pools: [{ ...pool, races: [1, 2] }] });
    expect([wrong.status, wrong.body.code]).toEqual([422, "request.invalid"]);
    ok(await importCard(club, { ...card, multi_pools: [] }));
    expect(await read()).toEqual([]);
  });
});

describe("a dry run of a card says what would keep its pools back, as the import does, and writes nothing", () => {
  const QUADDIE = { code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4] };
  const written = async () =>
    await club.query(
      `SELECT (SELECT count(*) FROM meeting) AS meetings, (SELECT count(*) FROM race) AS races,
         (SELECT count(*) FROM pool) AS pools, (SELECT count(*) FROM pool_leg) AS legs,
         (SELECT count(*) FROM account) AS accounts`,
    );
  /** The refusal of a dry run and of the import, which both write nothing. */
  async function refusals(card: object) {
    const before = await written();
    const dry = ok(await importCard(club, card, { dry_run: true }));
    expect(await written()).toEqual(before);
    const { body } = await importCard(club, card);
    const done = body.status === 200 ? null : { code: body.code, params: body.params };
    if (done !== null) expect(await written()).toEqual(before);
    return { dry: dry.refusal, done };
  }

  test.each<[string, Body, object]>([
    ["races out of order", { races: [2, 1, 3, 4] }, { field: "multi_pools.0.races" }],
    ["a race that is not on the card", { races: [1, 2, 3, 9] }, { field: "multi_pools.0.races" }],
    ["too few races", { races: [1, 2] }, { field: "multi_pools.0.races" }],
  ])("of a meeting that is new: %s", async (_, change, params) => {
    const card = {
      ...clubCard({ runners: [4, 4, 4, 4] }),
      multi_pools: [{ ...QUADDIE, ...change }],
    };
    const { dry, done } = await refusals(card);
    expect(dry).toEqual({ code: "request.invalid", params });
    expect(done).toEqual(dry);
  });

  test("of a card that says nothing new of them and another thing of their meeting", async () => {
    const promised = { ...QUADDIE, guarantee_cents: 70_000 };
    const card = { ...clubCard({ runners: [4, 4, 4, 4] }), multi_pools: [promised] };
    ok(await importCard(club, card));
    const { dry, done } = await refusals({
      ...card,
      meeting: { ...card.meeting, dividends: "declared" },
    });
    const params = { field: "multi_pools.0.guarantee_cents" };
    expect(dry).toEqual({ code: "request.invalid", params });
    expect(done).toEqual(dry);
  });

  test("of a meeting that is there: two of one name, a race that has closed, a pool with bets; then nothing", async () => {
    const card = clubCard({ runners: [4, 4, 4, 4, 4] });
    const { event_id } = ok(await importCard(club, { ...card, multi_pools: [QUADDIE] }));
    const raceIds = await raceIdsOf(club, event_id);
    const twice = await refusals({
      ...card,
      multi_pools: [QUADDIE, { ...QUADDIE, races: [2, 3, 4, 5] }],
    });
    expect(twice.dry).toEqual({ code: "request.invalid", params: { field: "multi_pools.1.name" } });
    expect(twice.done).toEqual(twice.dry);

    for (const id of raceIds) ok(await act(club, id, "open"));
    const [pool] = await club.query("SELECT id FROM pool WHERE name = 'Quaddie' AND race_id = $1", [
      raceIds[0],
    ]);
    const laid = { eventId: event_id, raceIds, poolId: pool?.["id"] };
    ok(await placeOrder(club, player, ticketForm(laid, "QUADDIE", { legs: [[1], [2], [3], [4]] })));
    const used = await refusals({ ...card, multi_pools: [] });
    expect(used.dry).toEqual({ code: "pool.in_use", params: { pools: ["Quaddie"] } });
    expect(used.done).toEqual(used.dry);

    ok(await act(club, raceIds[0]!, "close"));
    const early = { code: "TREBLE", name: "Early", races: [1, 2, 3] };
    const late = await refusals({ ...card, multi_pools: [QUADDIE, early] });
    expect(late.dry).toEqual({ code: "request.invalid", params: { field: "multi_pools.1.races" } });
    expect(late.done).toEqual(late.dry);

    const sound = await refusals({
      ...card,
      multi_pools: [QUADDIE, { ...early, races: [2, 3, 4] }],
    });
    expect(sound).toEqual({ dry: null, done: null });
  });

  test("what is wrong with its rows comes first", async () => {
    const card = clubCard({ runners: [4, 4, 4, 4] });
    const races = card.races.map((race) => ({ ...race, number: 1 }));
    const wrong = { ...card, races, multi_pools: [{ ...QUADDIE, races: [1] }] };
    const dry = ok(await importCard(club, wrong, { dry_run: true }));
    expect(dry.problems.length).toBeGreaterThan(0);
    expect(dry.refusal ?? null).toBeNull();
  });
});

test("a card may lay them out in its meeting, also one that is re-timed; no guarantee is written null too", async () => {
  const { multi_pools: _none, ...card } = { multi_pools: [], ...clubCard({ runners: [4, 4, 4] }) };
  const pool = { code: "TREBLE", name: "Treble", races: [1, 2, 3], guarantee_cents: null };
  const meeting = { ...card.meeting, multi_pools: [pool] };
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { event_id } = ok(await importCard(club, { ...card, meeting }, { first_race_at: later }));
  const { token } = await club.operator();
  const path = `/api/operator/meetings/${event_id}/multi-pools`;
  const { list } = (await club.call("GET", path, { token })).body;
  expect(list).toMatchObject([{ ...pool, guarantee_cents: 0 }]);
});

test("a bet that is of one race takes whatever stands in legs", async () => {
  const { raceIds } = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  for (const [i, legs] of ["", "x", {}, [null], [[3], null], 7].entries()) {
    const form = { race_id: raceIds[0], bet_type: 1, horse: [1], betAmount: i + 1, legs };
    ok(await placeOrder(club, player, form));
  }
});

test("a pool for which the rule set has no figures is not offered, and says so", async () => {
  const { raceIds } = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  // As after an upgrade: the race offers every pool, its rule set is older than some.
  await club.query("DELETE FROM pool WHERE race_id = ANY ($1) AND code = 'QUINELLA_PLACE'", [
    raceIds,
  ]);
  const refusalOf = async (form: Body) => {
    const { status, body } = await placeOrder(club, player, { betAmount: 1, ...form });
    return [status, body.code, body.params];
  };
  const [race_id = "", next = ""] = raceIds;
  const told = { pool: "QUINELLA_PLACE", race_id };
  expect(await refusalOf({ bet_type: 16, race_id, horse: 1, horse2: 2 })).toEqual([
    422,
    "pool.not_offered",
    { field: "bet_type", ...told },
  ]);
  const legs = [
    { race_id, bet_type: 16, horse1st: 1, horse2nd: 2 },
    { race_id: next, bet_type: 1, horse: 1 },
  ];
  expect(await refusalOf({ bet_type: 40, legs })).toEqual([
    422,
    "pool.not_offered",
    { field: "legs", leg: 1, ...told },
  ]);
  ok(await act(club, race_id, "close"));
  await expect
    .poll(async () => (await refusalOf({ bet_type: 16, race_id, horse: 1, horse2: 2 })).slice(0, 2))
    .toEqual([409, "race.closed"]);
});

describe("a bet that is refused", () => {
  const LEGS = [[1], [2], [3], [4, 5], [1], [2]];
  let laid: Awaited<ReturnType<typeof openMulti>>;
  let quaddie: typeof laid;
  beforeAll(async () => {
    laid = await openMulti(club, { code: "PICK6", fields: [7, 7, 7, 7, 7, 7] });
    quaddie = await openMulti(club, { code: "QUADDIE", fields: [4, 4, 4, 4] });
    ok(await act(club, laid.raceIds[2]!, "scratch", { horse_id: 6 }));
  });
  const SEVEN = [1, 2, 3, 4, 5, 6, 7];

  test.each<[string, () => Body, number, string, string]>([
    ["five legs", () => ({ legs: LEGS.slice(1) }), 422, "bet.nothing_selected", "legs"],
    ["seven legs", () => ({ legs: [...LEGS, [1]] }), 422, "bet.runner_unknown", "legs"],
    ["no legs", () => ({ legs: null }), 422, "bet.nothing_selected", "legs"],
    ["legs that are no list", () => ({ legs: "1,2" }), 422, "bet.runner_unknown", "legs"],
    [
      "a leg that is no list of numbers",
      () => ({ legs: [{ a: 1 }, ...LEGS.slice(1)] }),
      422,
      "bet.runner_unknown",
      "legs",
    ],
    ["an empty leg", () => ({ legs: LEGS.with(3, []) }), 422, "bet.nothing_selected", "legs"],
    [
      "a leg of null",
      () => ({ legs: [...LEGS.slice(0, 3), null, ...LEGS.slice(4)] }),
      422,
      "bet.nothing_selected",
      "legs",
    ],
    ["a runner twice", () => ({ legs: LEGS.with(3, [4, 4]) }), 422, "bet.runner_twice", "legs"],
    [
      "a runner that is none",
      () => ({ legs: LEGS.with(1, [9]) }),
      422,
      "bet.runner_unknown",
      "legs",
    ],
    [
      "a scratched runner",
      () => ({ legs: LEGS.with(2, [6]) }),
      422,
      "bet.runner_scratched",
      "legs",
    ],
    [
      "7 x 7 x 7 x 7 x 7 x 7",
      () => ({ legs: [SEVEN, SEVEN, [1, 2, 3, 4, 5, 7], SEVEN, SEVEN, SEVEN] }),
      422,
      "bet.too_many_combinations",
      "legs",
    ],
    ["a unit under a cent", () => ({ betAmount: "0.001" }), 422, "bet.amount_invalid", "betAmount"],
    ["no pool", () => ({ multi_pool_id: "" }), 422, "bet.race_mismatch", "multi_pool_id"],
    [
      "a pool that is none",
      () => ({ multi_pool_id: "x" }),
      422,
      "pool.not_offered",
      "multi_pool_id",
    ],
    [
      "a pool of another code",
      () => ({ multi_pool_id: quaddie.poolId }),
      422,
      "pool.not_offered",
      "multi_pool_id",
    ],
    [
      "another meeting's race",
      () => ({ race_id: quaddie.raceIds[0] }),
      422,
      "bet.race_mismatch",
      "race_id",
    ],
    ["leg 2 for leg 1", () => ({ race_id: laid.raceIds[1] }), 422, "bet.race_mismatch", "race_id"],
    ["another number", () => ({ raceNo: 2 }), 422, "bet.race_mismatch", "raceNo"],
    ["another day", () => ({ date: "2020-01-01" }), 422, "bet.date_wrong", "date"],
    [
      "over the limit of a bet",
      () => ({ betAmount: "900000" }),
      422,
      "bet.over_limit",
      "betAmount",
    ],
  ])("%s", async (_, change, status, code, field) => {
    const before = await club.query("SELECT count(*) FROM bet");
    const form = { ...ticketForm(laid, "PICK6", { legs: LEGS }), ...change() };
    const answer = await placeOrder(club, player, form);
    expect([answer.status, answer.body.code, answer.body.params?.field]).toEqual([
      status,
      code,
      field,
    ]);
    expect(await club.query("SELECT count(*) FROM bet")).toEqual(before);
  });

  test("the bet function asks again, under the locks of all legs", async () => {
    const form = ticketForm(laid, "PICK6", { legs: LEGS });
    ok(await placeOrder(club, player, form));
    const ask = async (selections: object) =>
      (
        await club.query("SELECT multi_bet_refusal($1, $2, club_now()) AS why", [
          laid.poolId,
          JSON.stringify(selections),
        ])
      )[0]?.["why"];
    const legs = { leg1: [1], leg2: [2], leg3: [3], leg4: [4], leg5: [1], leg6: [2] };
    expect(await ask(legs)).toBeNull();
    expect(await ask({ ...legs, leg3: [6] })).toBe("bet.runner_scratched");
    expect(await ask({ ...legs, leg4: [8] })).toBe("bet.runner_unknown");
    expect(await ask({ leg1: [1] })).toBe("pool.closed");
    ok(await act(club, laid.raceIds[3]!, "close"));
    expect(await ask(legs)).toBe("race.closed");
    const answer = await placeOrder(club, other, form);
    expect([answer.status, answer.body.code]).toEqual([409, "race.closed"]);
  });
});
