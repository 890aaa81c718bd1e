import { AU_STD, RACE_POOL_CODES } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  act,
  clubCard,
  importCard,
  openRaces,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { until } from "../../test/db/race-day.ts";
import { ok, startClub, type Answer, type TestClub, type TestPlayer } from "../../test/club.ts";

/* Between card and result: pools that a race does not offer, runners changed in place, several scratched at
   once, walk-over, no race. The books are looked at when the club closes. */
let club: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

const poolsOf = async (raceId: string): Promise<string[]> => {
  const rows = await club.query("SELECT code FROM pool WHERE race_id = $1", [raceId]);
  return rows.map((row) => String(row["code"])).toSorted();
};
const raceOf = async (raceId: string) => ok(await club.call("GET", `/api/events/race/${raceId}`));
const bet = async (player: TestPlayer, form: Record<string, unknown>): Promise<string> =>
  ok(await placeOrder(club, player, form)).order_id;
async function orderOf(player: TestPlayer, orderId: string) {
  const { token } = player;
  const order = ok(await club.call("GET", `/api/order/${orderId}`, { token }));
  return [order.status, order.refund_cents, order.payout_cents];
}
const auditOf = async (raceId: string, action: string) =>
  await club.query(
    "SELECT before, after, reason FROM audit WHERE target = $1 AND action = $2 ORDER BY id",
    [raceId, action],
  );
const problemsOf = (answer: Answer): string[] =>
  (answer.body.data.problems as { code: string }[]).map(({ code }) => code);

test("tips by the desk take the place of those that stood there, before the start alone", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const tips = [{ by: "The desk", numbers: [3, 1], text: "Likes the wet" }];
  expect(ok(await act(club, raceId, "tips", { tips })).tips).toEqual(tips);
  const path = `/api/events/race/${raceId}`;
  const shown = async () => (await club.call("GET", path)).body.data.tips;
  await expect.poll(shown).toEqual(tips);
  const [note] = await auditOf(raceId, "race.tips");
  expect([note?.["before"], note?.["after"]]).toEqual([{ tips: [] }, { tips }]);
  const strange = await act(club, raceId, "tips", { tips: [{ by: "X", numbers: [9] }] });
  expect([strange.status, strange.body.code]).toEqual([422, "bet.runner_unknown"]);
  for (const bad of [
    [{ by: "", numbers: [1] }],
    [{ by: "X", numbers: [] }],
    Array(7).fill(tips[0]),
  ]) {
    expect((await act(club, raceId, "tips", { tips: bad })).status).toBe(422);
  }
  expect(ok(await act(club, raceId, "tips", { tips: [] })).tips).toEqual([]);
  ok(await act(club, raceId, "close"));
  expect((await act(club, raceId, "tips", { tips })).body.code).toBe("race.state");
});

describe("pools of a race", () => {
  test("a card says them; what is not offered has no pool, takes no bet and is not shown", async () => {
    const card = clubCard({ runners: [8, 8] });
    Object.assign(card.races[0]!, { pools: ["PLACE", "WIN", "DOUBLE_WIN"] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId, other] = (await raceIdsOf(club, event_id)) as [string, string];
    for (const id of [raceId, other]) ok(await act(club, id, "open"));
    expect(await poolsOf(raceId)).toEqual(["PLACE", "WIN"]);
    expect((await raceOf(raceId)).offered).toEqual(["WIN", "PLACE", "DOUBLE_WIN"]);
    expect((await raceOf(other)).offered).toEqual([...RACE_POOL_CODES]);

    const player = await richPlayer(club);
    const refused = await placeOrder(club, player, {
      bet_type: 6,
      race_id: raceId,
      horse1st: [1],
      horse2nd: [2],
      horse3rd: [3],
    });
    expect([refused.status, refused.body.code]).toEqual([422, "pool.not_offered"]);
    expect(refused.body.params).toMatchObject({ pool: "TRIFECTA", race_id: raceId });
    const double = (bet_type: number) =>
      placeOrder(club, player, {
        bet_type,
        race_id: raceId,
        race_id2: other,
        horse: [1],
        horse2: [2],
      });
    expect((await double(11)).body.code).toBe("pool.not_offered");
    ok(await double(10));
    await bet(player, { bet_type: 9, race_id: raceId, horse: [1] });
    expect(ok(await importCard(club, card))).toMatchObject({ changed: 0, added: 0 });
  });

  test("WIN stays, in a card, by hand and in the table", async () => {
    const card = clubCard({ runners: [4] });
    Object.assign(card.races[0]!, { pools: ["PLACE"] });
    expect(problemsOf(await importCard(club, card, { dry_run: true }))).toEqual([
      "pools_without_win",
    ]);
    const { event_id } = ok(await importCard(club, clubCard({ runners: [4] })));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    const answer = await act(club, raceId, "pools", { pools: ["PLACE"] });
    expect([answer.status, answer.body.code]).toEqual([422, "request.invalid"]);
    const cut = club.query("UPDATE race SET offered = '{PLACE}' WHERE id = $1", [raceId]);
    await expect(cut).rejects.toThrow(/check/);
  });

  test("an open race loses a pool without bets, gets it back, and keeps one with bets", async () => {
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    const player = await richPlayer(club);
    await bet(player, { bet_type: 3, race_id: raceId, horse: [1], horse2: [2] });
    await bet(player, { bet_type: 9, race_id: raceId, horse: [1] });
    const few = ok(await act(club, raceId, "pools", { pools: ["WIN", "PLACE", "QUINELLA"] }));
    expect(few.offered).toEqual(["WIN", "PLACE", "QUINELLA"]);
    expect(await poolsOf(raceId)).toEqual(["PLACE", "QUINELLA", "WIN"]);
    const [note] = await auditOf(raceId, "race.pools");
    expect([note?.["before"], note?.["after"]]).toEqual([
      { pools: [...RACE_POOL_CODES] },
      { pools: ["WIN", "PLACE", "QUINELLA"] },
    ]);

    const kept = await act(club, raceId, "pools", { pools: ["WIN"] });
    expect([kept.status, kept.body.code]).toEqual([409, "pool.in_use"]);
    expect(kept.body.params.pools.toSorted()).toEqual(["PLACE", "QUINELLA"]);
    expect(await poolsOf(raceId)).toHaveLength(3);
    const cut = club.query("UPDATE race SET offered = '{WIN}' WHERE id = $1", [raceId]);
    await expect(cut).rejects.toThrow(/would not offer/);
    const sly = club.query(
      `INSERT INTO pool (id, code, race_id, rule_set, rule_set_version, dividends, escrow_account)
       SELECT gen_random_uuid(), 'FIRST4', race_id, rule_set, rule_set_version, dividends, escrow_account
       FROM pool WHERE race_id = $1 LIMIT 1`,
      [raceId],
    );
    await expect(sly).rejects.toThrow(/not offered/);
    const unknown = club.query(
      "UPDATE race SET offered = '{WIN,PLACE,QUINELLA,QUADDIE}' WHERE id = $1",
      [raceId],
    );
    await expect(unknown).rejects.toThrow(/a pool that there is not/);

    ok(await act(club, raceId, "pools", { pools: [...RACE_POOL_CODES] }));
    expect(await poolsOf(raceId)).toHaveLength(9);
    const four = { horse1st: [1], horse2nd: [2], horse3rd: [3], horse4th: [4] };
    await until(async () => {
      const answer = await placeOrder(club, player, { bet_type: 8, race_id: raceId, ...four });
      return answer.status === 200;
    });
    ok(await act(club, raceId, "close"));
    const late = await act(club, raceId, "pools", { pools: ["WIN"] });
    expect([late.status, late.body.code]).toEqual([409, "race.state"]);
  });

  test("an open race gets no pool for which the rules of its other pools have no figures", async () => {
    const { TRIO: _trio, ...takeoutBps } = AU_STD.takeoutBps;
    const older = { ...AU_STD, name: "NO_TRIO", takeoutBps };
    await club.query("INSERT INTO rule_set (name, version, rules) VALUES ('NO_TRIO', 1, $1)", [
      JSON.stringify(older),
    ]);
    const wish = { runners: [8], meeting: { rule_set: "NO_TRIO" } };
    const [raceId] = (await openRaces(club, wish)) as [string];
    ok(await act(club, raceId, "pools", { pools: ["WIN", "PLACE"] }));
    const refused = await act(club, raceId, "pools", { pools: ["WIN", "PLACE", "TRIO"] });
    expect([refused.status, refused.body.code, refused.body.params.pool]).toEqual([
      422,
      "pool.not_offered",
      "TRIO",
    ]);
    expect(await poolsOf(raceId)).toEqual(["PLACE", "WIN"]);
  });

  test("a race with two pools is settled, and an unused double goes with its pool", async () => {
    const [raceId, other] = (await openRaces(club, { runners: [8, 8] })) as [string, string];
    const player = await richPlayer(club);
    const order = await bet(player, { bet_type: 1, race_id: raceId, horse: [4] });
    const form = { race_id: raceId, race_id2: other, horse: [1], horse2: [2] };
    await bet(player, { bet_type: 11, ...form });
    const stuck = await act(club, other, "pools", { pools: ["WIN", "DOUBLE_WIN"] });
    expect(stuck.body.params.pools).toEqual(["DOUBLE_PLACE"]);
    ok(await act(club, raceId, "pools", { pools: ["WIN", "PLACE", "DOUBLE_PLACE"] }));
    ok(await act(club, raceId, "close"));
    const { result_version, pools } = ok(
      await act(club, raceId, "result", { placings: [[4], [1], [2], [3]], stage: "final" }),
    );
    expect(pools.map((row: { pool: string }) => row.pool).toSorted()).toEqual(["PLACE", "WIN"]);
    ok(await act(club, raceId, "settle", { result_version }));
    expect(await orderOf(player, order)).toEqual(["won", 0, 104]);
    ok(await act(club, other, "abandon", { reason: "storm" }));
  });

  test("an open race's pools are not changed by a file, a draft's are", async () => {
    const card = clubCard({ runners: [6] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    Object.assign(card.races[0]!, { pools: ["WIN", "QUINELLA"] });
    const change = ok(await importCard(club, card)).changes[0];
    expect(change.fields).toEqual([
      { field: "pools", before: RACE_POOL_CODES.join(" "), after: "WIN QUINELLA" },
    ]);
    ok(await act(club, raceId, "open"));
    expect(await poolsOf(raceId)).toEqual(["QUINELLA", "WIN"]);
    Object.assign(card.races[0]!, { pools: ["WIN"] });
    expect(problemsOf(await importCard(club, card, { dry_run: true }))).toEqual(["use_pools"]);
  });
});

describe("a runner changed in place", () => {
  const change = async (raceId: string, number: number, body: Record<string, unknown>) =>
    await act(club, raceId, `runners/${number}`, body);

  test("players see it, nothing moves, before and after are kept; a later card waits for a person", async () => {
    const card = clubCard({ runners: [6] });
    Object.assign(card.races[0]!.runners[1]!, { jockey: "A Rider", weight_kg: 58 });
    const { event_id } = ok(await importCard(club, card));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    ok(await act(club, raceId, "open"));
    const changed = { jockey: "C Apprentice", weight_kg: 56.44, reason: "rider ill" };
    ok(await change(raceId, 2, changed));
    const runner = (await raceOf(raceId)).runners[1];
    expect(runner).toMatchObject({ jockey: "C Apprentice", weight_kg: 56.4, trainer: null });
    const notes = await auditOf(raceId, "race.runner");
    expect(notes).toEqual([
      {
        before: { runner: 2, jockey: "A Rider", weight_kg: 58 },
        after: { runner: 2, jockey: "C Apprentice", weight_kg: 56.4 },
        reason: "rider ill",
      },
    ]);
    ok(await change(raceId, 2, changed));
    expect(await auditOf(raceId, "race.runner")).toHaveLength(1);

    const again = ok(await importCard(club, card, { dry_run: true }));
    expect(again.needs_confirm).toBe(true);
    expect(again.changes[0].fields).toEqual([
      { field: "jockey", before: "C Apprentice", after: "A Rider", by_hand: true },
      { field: "weight_kg", before: 56.4, after: 58, by_hand: true },
    ]);
    expect((await importCard(club, card)).body.code).toBe("card.needs_confirm");
    const known = structuredClone(card);
    Object.assign(known.races[0]!.runners[1]!, { jockey: "C Apprentice", weight_kg: 56.4 });
    expect(ok(await importCard(club, known, { dry_run: true }))).toMatchObject({ changed: 0 });
    ok(await importCard(club, card, { confirm: true }));
    expect(ok(await importCard(club, known, { dry_run: true }))).toMatchObject({
      changed: 1,
      needs_confirm: false,
    });
  });

  test("not after the close, not one that is not there", async () => {
    const [raceId] = (await openRaces(club, { runners: [4] })) as [string];
    expect((await change(raceId, 9, { jockey: "X" })).body.code).toBe("bet.runner_unknown");
    ok(await act(club, raceId, "close"));
    expect((await change(raceId, 1, { jockey: "X" })).body.code).toBe("race.state");
  });
});

describe("several runners scratched at once", () => {
  test("the dry run says to the cent what then comes back, a double counted once; asked again nothing more", async () => {
    const card = clubCard({ runners: [8, 8, 8] });
    const { event_id } = ok(await importCard(club, card));
    const ids = (await raceIdsOf(club, event_id)) as [string, string, string];
    for (const id of ids) ok(await act(club, id, "open"));
    const player = await richPlayer(club);
    const orders = [
      await bet(player, { bet_type: 7, race_id: ids[0], horse: [1, 2, 3, 4] }),
      await bet(player, { bet_type: 9, race_id: ids[0], horse: [1, 5] }),
      await bet(player, { bet_type: 1, race_id: ids[1], horse: [7] }),
      await bet(player, {
        bet_type: 10,
        race_id: ids[0],
        race_id2: ids[1],
        horse: [1, 6],
        horse2: [7, 8],
      }),
    ];
    const runners = [
      { race_id: ids[1], horse_id: 7 },
      { race_id: ids[0], horse_id: 1 },
      { race_id: ids[0], horse_id: 2 },
      { race_id: ids[0], horse_id: 1 },
    ];
    const { token } = await club.operator();
    const path = `/api/operator/meetings/${event_id}/scratch`;
    const ask = async (more: Record<string, unknown> = {}) =>
      await club.call("POST", path, { token, body: { runners, reason: "vet", ...more } });
    const cash = async () =>
      ok(await club.call("GET", "/api/user/wallet", { token: player.token })).cash_cents as number;
    const before = await cash();
    const dry = ok(await ask({ dry_run: true }));
    expect(await cash()).toBe(before);
    expect(dry).toMatchObject({ scratched: 3, already: 0, kept: [] });
    expect(dry.races.map((race: { raceNo: number }) => race.raceNo)).toEqual([1, 2]);

    const done = ok(await ask());
    expect(done).toEqual(dry);
    await until(async () => (await cash()) === before + dry.refunded_cents);
    // 24 orders of four, none without two of them; win and place of 1; 7 to win; three of four pairs.
    expect(dry.refunded_cents).toBe(2400 + 200 + 100 + 300);
    expect(await orderOf(player, orders[0]!)).toEqual(["refunded", 2400, 0]);
    expect(await orderOf(player, orders[3]!)).toEqual(["accepted", 300, 0]);

    const again = ok(await ask());
    expect(again).toMatchObject({ scratched: 0, already: 3, refunds: 0, refunded_cents: 0 });
    expect(await auditOf(ids[0], "race.scratch")).toHaveLength(2);
    for (const id of ids) ok(await act(club, id, "abandon", { reason: "storm" }));
    const third = { race_id: ids[2], horse_id: 3 };
    const kept = ok(await club.call("POST", path, { token, body: { runners: [third] } }));
    expect(kept).toMatchObject({ scratched: 0, kept: [3] });
  });

  test("a runner or a race that is not of the meeting: nothing is done", async () => {
    const { event_id } = ok(await importCard(club, clubCard({ runners: [4] })));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    const [strange] = (await openRaces(club, { runners: [4] })) as [string];
    const { token } = await club.operator();
    const ask = async (runners: unknown) =>
      await club.call("POST", `/api/operator/meetings/${event_id}/scratch`, {
        token,
        body: { runners },
      });
    const good = { race_id: raceId, horse_id: 1 };
    expect((await ask([good, { race_id: raceId, horse_id: 9 }])).body.code).toBe(
      "bet.runner_unknown",
    );
    expect((await ask([good, { race_id: strange, horse_id: 1 }])).body.code).toBe("not_found");
    const rows = await club.query(
      "SELECT 1 FROM runner WHERE race_id = $1 AND scratched_at IS NOT NULL",
      [raceId],
    );
    expect(rows).toEqual([]);
  });
});

describe("without a contest", () => {
  test("walk-over: the others are out, its pools go back, a double has its winner", async () => {
    const [raceId, other] = (await openRaces(club, { runners: [4, 8] })) as [string, string];
    const player = await richPlayer(club);
    const win = await bet(player, { bet_type: 1, race_id: raceId, horse: [2] });
    const lost = await bet(player, { bet_type: 1, race_id: raceId, horse: [3] });
    const form = { race_id: raceId, race_id2: other };
    const double = await bet(player, { bet_type: 10, ...form, horse: [2], horse2: [5] });
    const gone = await bet(player, { bet_type: 10, ...form, horse: [3], horse2: [5] });

    const none = await act(club, raceId, "walk-over", { horse_id: 2 });
    expect(none.status).toBe(422);
    const done = ok(
      await act(club, raceId, "walk-over", { horse_id: 2, reason: "alone at the start" }),
    );
    expect(done).toMatchObject({
      status: "final",
      ending: "walk_over",
      note: "alone at the start",
      scratched: 3,
      is_confirmed: true,
      refunded_cents: 200,
    });
    expect((await raceOf(raceId)).ending).toBe("walk_over");
    const [newest] = done.results;
    expect(newest.placings).toEqual([[2]]);
    ok(await act(club, raceId, "settle", { result_version: newest.version }));
    expect(await orderOf(player, win)).toEqual(["refunded", 100, 0]);
    await until(async () => (await orderOf(player, lost))[0] === "refunded");
    expect(await orderOf(player, gone)).toEqual(["refunded", 100, 0]);
    expect((await orderOf(player, double))[0]).toBe("accepted");

    ok(await act(club, other, "close"));
    const { result_version } = ok(
      await act(club, other, "result", { placings: [[5], [1], [2], [3]], stage: "final" }),
    );
    ok(await act(club, other, "settle", { result_version }));
    expect((await orderOf(player, double))[0]).toBe("won");
    const notes = await auditOf(raceId, "race.walk_over");
    expect(notes).toMatchObject([
      { after: { runner: 2, scratched: [1, 3, 4] }, reason: "alone at the start" },
    ]);
    const scratched = await act(club, raceId, "walk-over", { horse_id: 3, reason: "x" });
    expect(scratched.body.code).toBe("race.state");
  });

  test("no race: only after the start, everything goes back, players read why", async () => {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    const order = await bet(player, { bet_type: 1, race_id: raceId, horse: [2] });
    const early = await act(club, raceId, "no-race", { reason: "false start" });
    expect(early.body.code).toBe("race.state");
    ok(await act(club, raceId, "close"));
    const done = ok(await act(club, raceId, "no-race", { reason: "false start" }));
    expect(done).toMatchObject({ status: "abandoned", ending: "no_race", refunded_cents: 100 });
    await until(async () => (await orderOf(player, order))[0] === "refunded");
    expect(await raceOf(raceId)).toMatchObject({ ending: "no_race", note: "false start" });
    expect(await auditOf(raceId, "race.no_race")).toHaveLength(1);
    const [abandoned] = (await openRaces(club, { runners: [6] })) as [string];
    ok(await act(club, abandoned, "abandon", { reason: "fog" }));
    expect((await raceOf(abandoned)).ending).toBeNull();
  });
});

test("with four eyes a walk-over is final when a second operator declares the same", async () => {
  const strict = await startClub({
    database: club.database,
    env: { CLUB_FOUR_EYES: "on", CLUB_RATE_FACTOR: "0" },
  });
  try {
    const [raceId] = (await openRaces(club, { runners: [4] })) as [string];
    const one = await strict.newOperator("results_clerk");
    const two = await strict.newOperator("results_clerk");
    const declare = async (token: string, horse_id: number) =>
      await strict.call("POST", `/api/operator/races/${raceId}/walk-over`, {
        token,
        body: { horse_id, reason: "alone" },
      });
    const first = ok(await declare(one.token, 2));
    expect(first).toMatchObject({ status: "closed", is_confirmed: false, scratched: 3 });
    expect(ok(await declare(one.token, 2))).toMatchObject({ is_confirmed: false, scratched: 0 });
    const wrong = await declare(two.token, 3);
    expect([wrong.status, wrong.body.code]).toEqual([422, "race.walk_over"]);
    expect(ok(await declare(two.token, 2))).toMatchObject({ status: "final", is_confirmed: true });
  } finally {
    await strict.close();
  }
});

test("a correction carries who was disqualified or did not finish, also when no place changes", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const player = await richPlayer(club);
  const order = await bet(player, { bet_type: 1, race_id: raceId, horse: [4] });
  ok(await act(club, raceId, "close"));
  const placings = [[4], [1], [2], [3]];
  const unplaced = [{ number: 8, why: "did_not_finish" }];
  const { result_version } = ok(
    await act(club, raceId, "result", { placings, unplaced, stage: "final" }),
  );
  ok(await act(club, raceId, "settle", { result_version }));
  const [clerk, chief] = [
    await club.newOperator("results_clerk"),
    await club.newOperator("results_clerk"),
  ];
  const correct = async (to: Record<string, unknown>) =>
    await club.call("POST", `/api/operator/races/${raceId}/correct`, {
      token: clerk.token,
      body: { reason: "the stewards", ...to },
    });
  const decide = async (answer: Answer) =>
    ok(
      await club.call("POST", `/api/operator/approvals/${ok(answer).approval_id}/approve`, {
        token: chief.token,
        body: {},
      }),
    );
  expect((await correct({ placings, unplaced })).body.code).toBe("result.same");
  const strange = [{ number: 4, why: "disqualified" }];
  expect((await correct({ placings, unplaced: strange })).body.code).toBe("result.invalid");

  // The stewards take 2 out of the race: only bets on its place change.
  const gone = [{ number: 2, why: "disqualified" }, ...unplaced];
  const asked = await correct({ placings: [[4], [1], [3], [5]], unplaced: gone });
  expect(ok(asked).players).toEqual([]);
  await decide(asked);
  await until(async () => (await raceOf(raceId)).status === "settled");
  const results = async () =>
    ok(await club.call("GET", `/api/operator/races/${raceId}`, { token: chief.token })).results.map(
      (row: { unplaced: unknown }) => row.unplaced,
    ) as unknown[];
  expect(await results()).toEqual([unplaced, gone]);

  // The same places with another reason: a new version, but no money moves.
  const before = await orderOf(player, order);
  await decide(await correct({ placings: [[4], [1], [3], [5]], unplaced: gone.slice(0, 1) }));
  await until(async () => (await raceOf(raceId)).status === "settled");
  expect((await results()).at(-1)).toEqual(gone.slice(0, 1));
  expect(await orderOf(player, order)).toEqual(before);
});
