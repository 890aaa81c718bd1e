import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleRace } from "../settlement/settle-race.ts";
import { runSettlements } from "../settlement/settlement-worker.ts";
import { resumeSettling, stopSettling } from "../settlement/stop-settling.ts";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import {
  ok,
  startClub,
  type TestClub,
  type TestOperator,
  type TestPlayer,
} from "../../test/club.ts";
import { expectBooks, openVectorRaces } from "../../test/vector-race.ts";

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
});
afterAll(async () => await club.close());

async function closedRace(runners = 8): Promise<string> {
  const [raceId = ""] = await openRaces(club, { runners: [runners] });
  for (const horse of [1, 2, 3]) {
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [horse] }));
  }
  ok(await act(club, raceId, "close"));
  return raceId;
}

/** Of answers to the same act at once, by number. */
const statuses = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const FINAL = { placings: [[1], [2], [3], [4]], stage: "final" };

async function statusOf(raceId: string): Promise<string> {
  const [race] = await club.query("SELECT status FROM race WHERE id = $1", [raceId]);
  return race?.["status"] as string;
}

async function refused(
  raceId: string,
  act_: [string, Record<string, unknown>],
): Promise<[number, string]> {
  const { status, body } = await act(club, raceId, ...act_);
  return [status, body.code];
}

describe("entering a result", () => {
  test("a race that is not closed has none", async () => {
    const [open = ""] = await openRaces(club, { runners: [4] });
    expect(await refused(open, ["result", FINAL])).toEqual([409, "result.state"]);
    ok(await act(club, open, "abandon", { reason: "fog" }));
    expect(await refused(open, ["result", FINAL])).toEqual([409, "result.state"]);
  });

  test("an unknown race, and text that is no id, are 404", async () => {
    for (const id of ["00000000-0000-7000-8000-000000000000", "nonsense"]) {
      expect(await refused(id, ["result", FINAL])).toEqual([404, "not_found"]);
      expect(await refused(id, ["settle", { result_version: 1 }])).toEqual([404, "not_found"]);
    }
  });

  test.each([
    ["nobody", []],
    ["an empty group", [[1], []]],
    ["an unknown number", [[1], [9]]],
    ["one twice", [[1], [2, 1]]],
    ["the scratched", [[5], [1]]],
  ])("%s is 422", async (_, placings) => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "scratch", { horse_id: 5 }));
    expect(await refused(raceId, ["result", { placings, stage: "final" }])).toEqual([
      422,
      "result.invalid",
    ]);
    expect(await statusOf(raceId)).toBe("closed");
  });

  test("text, a number too large and a stage that is none are 422", async () => {
    const raceId = await closedRace();
    for (const wrong of [
      { placings: "1-2-3" },
      { placings: [[1000]] },
      { placings: [[1.5]] },
      { stage: "almost" },
    ]) {
      const [status] = await refused(raceId, ["result", { ...FINAL, ...wrong }]);
      expect(status).toBe(422);
    }
  });

  test("each entry is a new version, the same one said again is the same", async () => {
    const raceId = await closedRace();
    const enter = async (placings: unknown, stage = "interim") =>
      ok(await act(club, raceId, "result", { placings, stage }));
    const first = await enter([[1], [2, 3], [4]]);
    expect(first).toMatchObject({
      result_version: 1,
      stage: "interim",
      status: "interim",
      balanced: true,
    });
    expect(first.placings).toEqual([[1], [2, 3], [4]]);
    // A bare number is a group, and the order within a dead heat does not matter.
    expect((await enter([1, [3, 2], 4])).result_version).toBe(1);
    expect((await enter([[1], [2], [3], [4]])).result_version).toBe(2);
    const final = await enter([[1], [2], [3], [4]], "final");
    expect(final).toMatchObject({ result_version: 3, status: "final" });
    expect((await enter([[1], [2], [3], [4]], "final")).result_version).toBe(3);
    expect((await enter([[2], [1], [3], [4]], "final")).result_version).toBe(4);
    // A final result does not become interim again.
    expect(await refused(raceId, ["result", { placings: [[1]], stage: "interim" }])).toEqual([
      409,
      "result.state",
    ]);
    const [count] = await club.query(
      "SELECT count(*)::integer AS audited FROM audit WHERE action = 'race.result' AND target = $1",
      [raceId],
    );
    expect(count).toEqual({ audited: 4 });
  });

  test("the dry run moves nothing", async () => {
    const raceId = await closedRace();
    const [before] = await club.query("SELECT count(*) AS entries FROM entry");
    ok(await act(club, raceId, "result", FINAL));
    const [after] = await club.query("SELECT count(*) AS entries FROM entry");
    expect(after).toEqual(before);
  });

  test("only a results clerk may", async () => {
    const raceId = await closedRace();
    const { token } = await club.operator("card_clerk", "cashier");
    const path = `/api/operator/races/${raceId}`;
    const answer = await club.call("POST", `${path}/result`, { token, body: FINAL });
    expect([answer.status, answer.body.code]).toEqual([403, "operator.not_allowed"]);
    const clerk = await club.operator("results_clerk");
    ok(await club.call("POST", `${path}/result`, { token: clerk.token, body: FINAL }));
    const body = { result_version: 1 };
    expect((await club.call("POST", `${path}/settle`, { token, body })).status).toBe(403);
    ok(await club.call("POST", `${path}/settle`, { token: clerk.token, body }));
  });
});

describe("settling by a result", () => {
  test("an interim one, an unknown one and an older one are refused", async () => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "result", { ...FINAL, stage: "interim" }));
    expect(await refused(raceId, ["settle", { result_version: 1 }])).toEqual([409, "result.state"]);
    expect(await refused(raceId, ["settle", { result_version: 9 }])).toEqual([
      404,
      "result.unknown",
    ]);
    ok(await act(club, raceId, "result", FINAL));
    ok(await act(club, raceId, "result", { ...FINAL, placings: [[2], [1], [3]] }));
    expect(await refused(raceId, ["settle", { result_version: 2 }])).toEqual([409, "result.stale"]);
    expect(ok(await act(club, raceId, "settle", { result_version: 3 })).status).toBe("settled");
  });

  test.each([[0], [-1], [1.5], ["1"], [null]])("version %s is 422", async (result_version) => {
    const raceId = await closedRace();
    expect((await act(club, raceId, "settle", { result_version })).status).toBe(422);
  });

  test("a scratching after the result makes it stale", async () => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "result", FINAL));
    ok(await act(club, raceId, "scratch", { horse_id: 7 }));
    expect(await refused(raceId, ["settle", { result_version: 1 }])).toEqual([409, "result.stale"]);
    // The same placings again are a new version: with seven starters two places are paid.
    const again = ok(await act(club, raceId, "result", FINAL));
    expect(again).toMatchObject({ result_version: 2, places_paid: 2 });
    expect(ok(await act(club, raceId, "settle", { result_version: 2 })).status).toBe("settled");
  });

  test("once begun the race does not change any more", async () => {
    const raceId = await closedRace();
    const { result_version } = ok(await act(club, raceId, "result", FINAL));
    ok(await act(club, raceId, "settle", { result_version }));
    expect(await refused(raceId, ["result", FINAL])).toEqual([409, "settlement.begun"]);
    for (const [name, body] of [
      ["scratch", { horse_id: 8 }],
      ["abandon", { reason: "too late" }],
      ["delay", { start_time: new Date(Date.now() + 9e6).toISOString() }],
    ] as const) {
      expect((await act(club, raceId, name, body)).status).toBe(409);
    }
    expect(await statusOf(raceId)).toBe("settled");
    await expectBooks(club);
  });

  test("a race that nobody bet on is settled too", async () => {
    const [raceId = ""] = await openRaces(club, { runners: [8] });
    ok(await act(club, raceId, "close"));
    const { result_version, pools } = ok(await act(club, raceId, "result", FINAL));
    expect(pools.map((pool: { gross_cents: number }) => pool.gross_cents)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    expect(ok(await act(club, raceId, "settle", { result_version })).status).toBe("settled");
  });
});

describe("declared dividends", () => {
  async function declaredRace(): Promise<string> {
    const [raceId = ""] = await openVectorRaces(club, {
      dividends: "declared",
      races: [{ runners: [1, 2, 3, 4, 5, 6, 7, 8] }],
    });
    for (const horse of [1, 2]) {
      ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [horse] }));
    }
    const pair = { race_id: raceId, bet_type: 3, horse: [1], horse2: [2] };
    ok(await placeOrder(club, player, pair));
    ok(await act(club, raceId, "close"));
    return raceId;
  }

  test("a backed winner without one stops the settlement with its name", async () => {
    const raceId = await declaredRace();
    const declared_dividends = [{ pool: "WIN", combination: "1", dividend_cents: 250 }];
    const dry = ok(await act(club, raceId, "result", { ...FINAL, declared_dividends }));
    const pair = dry.pools.find((pool: { pool: string }) => pool.pool === "QUINELLA");
    expect(pair.missing_dividends).toEqual(["1-2"]);
    expect(dry.balanced).toBe(false);
    const stopped = await act(club, raceId, "settle", { result_version: 1 });
    expect([stopped.status, stopped.body.code]).toEqual([409, "result.no_dividend"]);
    expect(stopped.body.params).toMatchObject({ pool: "QUINELLA", combinations: ["1-2"] });
    // With it entered (written the other way round) the race settles, paid as declared.
    const all = [
      ...declared_dividends,
      { pool: "QUINELLA", combination: "2-1", dividend_cents: 1033 },
    ];
    const full = ok(await act(club, raceId, "result", { ...FINAL, declared_dividends: all }));
    expect(full.result_version).toBe(2);
    const { token } = await club.operator();
    const race = ok(await club.call("GET", `/api/operator/races/${raceId}`, { token }));
    expect(
      race.results.map((one: { declared_dividends: unknown }) => one.declared_dividends),
    ).toEqual([
      declared_dividends,
      [{ pool: "QUINELLA", combination: "1-2", dividend_cents: 1033 }, ...declared_dividends],
    ]);
    const done = ok(await act(club, raceId, "settle", { result_version: 2 }));
    const settled = done.pools.find((pool: { pool: string }) => pool.pool === "QUINELLA");
    expect(settled).toMatchObject({
      paid_cents: 1033,
      book_result_cents: 100 - 1033,
      takeout_cents: 0,
    });
    await expectBooks(club);
  });

  test.each([
    ["a pool that is none", [{ pool: "TIERCE", combination: "1-2-3", dividend_cents: 100 }]],
    ["a runner that is none", [{ pool: "WIN", combination: "9", dividend_cents: 100 }]],
    ["no money", [{ pool: "WIN", combination: "1", dividend_cents: 0 }]],
    ["half a cent", [{ pool: "WIN", combination: "1", dividend_cents: 100.5 }]],
    [
      "one twice",
      [
        { pool: "QUINELLA", combination: "1-2", dividend_cents: 100 },
        { pool: "QUINELLA", combination: "2-1", dividend_cents: 200 },
      ],
    ],
  ])("%s is 422", async (_, declared_dividends) => {
    const raceId = await declaredRace();
    expect((await act(club, raceId, "result", { ...FINAL, declared_dividends })).status).toBe(422);
  });

  test("a meeting of club dividends takes none", async () => {
    const raceId = await closedRace();
    const declared_dividends = [{ pool: "WIN", combination: "1", dividend_cents: 250 }];
    expect(await refused(raceId, ["result", { ...FINAL, declared_dividends }])).toEqual([
      422,
      "result.invalid",
    ]);
    ok(await act(club, raceId, "result", { ...FINAL, declared_dividends: [] }));
  });
});

describe("an inquiry or a protest", () => {
  const lodge = async (raceId: string, body: Record<string, unknown> = {}) =>
    await act(club, raceId, "inquiry", {
      kind: "protest",
      runners: [2],
      reason: "2 hung out",
      ...body,
    });
  const decide = async (id: string, outcome = "dismissed") =>
    await club.call("POST", `/api/operator/inquiries/${id}/decide`, {
      token: (await club.operator()).token,
      body: { outcome, decision: "no interference seen" },
    });
  const seen = async (raceId: string) => ok(await club.call("GET", `/api/events/race/${raceId}`));

  test("keeps the result from becoming final until it is decided, and players know of it", async () => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "result", { ...FINAL, stage: "interim" }));
    const first = ok(await lodge(raceId));
    const second = ok(await lodge(raceId, { kind: "inquiry", runners: [] }));
    expect(first).toMatchObject({
      kind: "protest",
      runners: [2],
      lodged_by: "owner",
      outcome: null,
    });
    expect(await refused(raceId, ["result", FINAL])).toEqual([409, "result.inquiry"]);
    expect((await seen(raceId)).inquiry).toBe("protest");
    const both = await Promise.all([decide(first.inquiry_id), decide(first.inquiry_id, "upheld")]);
    expect(statuses(both)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("inquiry.decided");
    expect(await refused(raceId, ["result", FINAL])).toEqual([409, "result.inquiry"]);
    ok(await decide(second.inquiry_id));
    expect((await seen(raceId)).inquiry).toBeNull();
    ok(await act(club, raceId, "result", FINAL));
    expect(await statusOf(raceId)).toBe("final");
  });

  test("after a final result keeps it from being settled; upheld, another result follows", async () => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "result", FINAL));
    const { inquiry_id } = ok(await lodge(raceId));
    expect(await refused(raceId, ["settle", { result_version: 1 }])).toEqual([
      409,
      "result.inquiry",
    ]);
    ok(await decide(inquiry_id, "upheld"));
    ok(await act(club, raceId, "result", { ...FINAL, placings: [[1], [3], [2], [4]] }));
    expect(ok(await act(club, raceId, "settle", { result_version: 2 })).status).toBe("settled");
    expect((await lodge(raceId)).body.code).toBe("race.state");
  });

  test("is about runners of the race, with a reason", async () => {
    const raceId = await closedRace();
    expect((await lodge(raceId, { runners: [9] })).body.code).toBe("result.invalid");
    expect((await lodge(raceId, { reason: " " })).status).toBe(422);
  });
});

describe("who has no place", () => {
  const unplaced = [
    { number: 6, why: "did_not_finish" },
    { number: 5, why: "disqualified" },
  ];

  test("stands in the version, and moves no money", async () => {
    const raceId = await closedRace();
    const plain = ok(await act(club, raceId, "result", { ...FINAL, stage: "interim" }));
    const marked = ok(await act(club, raceId, "result", { ...FINAL, unplaced }));
    expect(marked.pools).toEqual(plain.pools);
    const { token } = await club.operator();
    const race = ok(await club.call("GET", `/api/operator/races/${raceId}`, { token }));
    expect(race.results.at(-1).unplaced).toEqual(unplaced.toReversed());
    // The same result in another order is the same version.
    const again = ok(
      await act(club, raceId, "result", { ...FINAL, unplaced: unplaced.toReversed() }),
    );
    expect(again.result_version).toBe(2);
  });

  test.each([
    ["a placed runner", [{ number: 1, why: "disqualified" }]],
    ["no runner", [{ number: 9, why: "disqualified" }]],
    ["one twice", [unplaced[0], unplaced[0]]],
  ])("%s is refused", async (_, wrong) => {
    const raceId = await closedRace();
    const answer = await refused(raceId, ["result", { ...FINAL, unplaced: wrong }]);
    expect(answer).toEqual([422, "result.invalid"]);
  });
});

describe("settling that is stopped", () => {
  test("pays nothing more until it goes on, and ends with the same books", async () => {
    const raceId = await closedRace();
    ok(await act(club, raceId, "result", FINAL));
    ok(await act(club, raceId, "settle/stop", { reason: "a totals check" }));
    expect(await refused(raceId, ["settle", { result_version: 1 }])).toEqual([
      409,
      "settlement.stopped",
    ]);
    expect(await refused(raceId, ["settle/stop", { reason: "twice" }])).toEqual([
      409,
      "settlement.stopped",
    ]);
    ok(await act(club, raceId, "settle/resume", { reason: "checked" }));
    expect(await refused(raceId, ["settle/resume", { reason: "twice" }])).toEqual([
      409,
      "settlement.not_stopped",
    ]);
    expect(ok(await act(club, raceId, "settle", { result_version: 1 })).status).toBe("settled");
    expect(await refused(raceId, ["settle/stop", { reason: "late" }])).toEqual([409, "race.state"]);
  });

  test("in the middle: what is paid stays paid, the jobs leave the rest alone, and it goes on from there", async () => {
    const [raceId = ""] = await openRaces(club, { runners: [8] });
    for (let n = 0; n < 30; n += 1) {
      const form = { race_id: raceId, bet_type: 1, horse: [1], betAmount: n + 1 };
      ok(await placeOrder(club, player, form));
    }
    ok(await act(club, raceId, "close"));
    ok(await act(club, raceId, "result", FINAL));
    const operator = await club.operator();
    const [row] = await club.query("SELECT id FROM operator WHERE user_name = 'owner'");
    const who = { id: row?.["id"] as string };
    const paid = async () =>
      (
        await club.query(
          `SELECT coalesce(sum(s.bets_paid), 0)::int AS n FROM settlement s WHERE s.race_id = $1`,
          [raceId],
        )
      )[0]?.["n"] as number;
    // Chunks are slowed down, so that there is a middle on any machine.
    await club.asAdmin(`CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.25); RETURN NEW; END $$;
      CREATE TRIGGER take_time BEFORE UPDATE ON settlement FOR EACH ROW EXECUTE FUNCTION take_time()`);
    const settling = settleRace(club.ctx, {
      raceId,
      version: 1,
      operator: who,
      chunk: 1,
      waitMs: 20_000,
    });
    await expect.poll(paid, { interval: 5 }).toBeGreaterThan(2);
    await stopSettling(club.ctx, { raceId, reason: "look", operator: who });
    expect((await settling).status).toBe("final");
    await club.asAdmin("DROP FUNCTION take_time() CASCADE");
    const atStop = await paid();
    expect(atStop).toBeLessThan(30);
    await runSettlements(club.ctx, raceId);
    expect(await paid()).toBe(atStop);
    const race = ok(await club.call("GET", `/api/operator/races/${raceId}`, operator));
    expect(race.settling_stopped).toMatchObject({ by: "owner" });
    expect(race.settlements.find(({ pool }: { pool: string }) => pool === "WIN")).toMatchObject({
      bets_paid: atStop,
    });
    await resumeSettling(club.ctx, { raceId, reason: "go on", operator: who });
    await runSettlements(club.ctx, raceId);
    await expect.poll(async () => await statusOf(raceId)).toBe("settled");
    expect(await paid()).toBe(30);
    await expectBooks(club);
  });
});

describe("four eyes", () => {
  let strict: TestClub;
  let clerks: TestOperator[];

  beforeAll(async () => {
    strict = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
    clerks = [await strict.newOperator("results_clerk"), await strict.newOperator("results_clerk")];
  });
  afterAll(async () => await strict.close());

  async function as(clerk: number, raceId: string, name: string, body: unknown) {
    return await strict.call("POST", `/api/operator/races/${raceId}/${name}`, {
      token: clerks[clerk]!.token,
      body,
    });
  }

  async function closed(): Promise<string> {
    const [raceId = ""] = await openRaces(strict, { runners: [8] });
    ok(await act(strict, raceId, "close"));
    return raceId;
  }

  async function raceOf(raceId: string): Promise<string> {
    const [race] = await strict.query("SELECT status FROM race WHERE id = $1", [raceId]);
    return race?.["status"] as string;
  }

  test("a final result is official when a second operator entered the same", async () => {
    const raceId = await closed();
    const first = ok(await as(0, raceId, "result", FINAL));
    expect(first).toMatchObject({ result_version: 1, is_confirmed: false, status: "closed" });
    expect(ok(await as(0, raceId, "result", FINAL)).is_confirmed).toBe(false);
    const early = await as(1, raceId, "settle", { result_version: 1 });
    expect([early.status, early.body.code]).toEqual([409, "result.unconfirmed"]);
    expect(await raceOf(raceId)).toBe("closed");

    const other = await as(1, raceId, "result", { ...FINAL, placings: [[2], [1], [3], [4]] });
    expect([other.status, other.body.code]).toEqual([409, "result.differs"]);

    const second = ok(await as(1, raceId, "result", FINAL));
    expect(second).toMatchObject({ result_version: 1, is_confirmed: true, status: "final" });
    const own = await as(0, raceId, "settle", { result_version: 1 });
    expect([own.status, own.body.code]).toEqual([403, "approval.same_person"]);
    expect(ok(await as(1, raceId, "settle", { result_version: 1 })).status).toBe("settled");
  });

  test("who has no place is agreed on too", async () => {
    const raceId = await closed();
    const unplaced = [{ number: 8, why: "disqualified" }];
    ok(await as(0, raceId, "result", { ...FINAL, unplaced }));
    expect((await as(1, raceId, "result", FINAL)).body.code).toBe("result.differs");
    expect(ok(await as(1, raceId, "result", { ...FINAL, unplaced })).is_confirmed).toBe(true);
  });

  test("the first may think better of it; an interim result needs one alone", async () => {
    const raceId = await closed();
    const interim = ok(await as(0, raceId, "result", { ...FINAL, stage: "interim" }));
    expect(interim).toMatchObject({ is_confirmed: true, status: "interim" });
    expect(ok(await as(0, raceId, "result", FINAL)).result_version).toBe(2);
    const better = { ...FINAL, placings: [[3], [1], [2], [4]] };
    expect(ok(await as(0, raceId, "result", better)).result_version).toBe(3);
    // The public still sees the interim result.
    const race = ok(await strict.call("GET", `/api/events/race/${raceId}`));
    expect(race.status).toBe("interim");
    expect(ok(await as(1, raceId, "result", better))).toMatchObject({
      result_version: 3,
      is_confirmed: true,
    });
    expect(await raceOf(raceId)).toBe("final");
  });
});
