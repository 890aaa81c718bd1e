import { createPublicKey, verify } from "node:crypto";
import { checkDay, type ProofTools, readDayFile, sha256 } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDayFile } from "../../proofs/days/day-file.ts";
import { dayReport } from "../../proofs/days/day-report.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import {
  act,
  clubCard,
  importCard,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { chainTheRest } from "../../test/db/race-day.ts";
import { back, layOut, openMulti, settleLeg, ticketForm } from "../../test/multi-race.ts";
import { expectBooks, readJackpots, setJackpots } from "../../test/vector-race.ts";

/* Treble, Quaddie and Pick 6: laid out, bet on, closed with leg 1, settled with the last, corrected with any. */

let club: TestClub;
let player: TestPlayer;
let other: TestPlayer;
let clerk: string;
let chief: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  other = await richPlayer(club);
  clerk = (await club.operator("results_clerk")).token;
  chief = (await club.newOperator("results_clerk", "pool_controller")).token;
});
afterAll(async () => await club.close());

const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const tools: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const der = Buffer.concat([SPKI, publicKey]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};

type Body = Record<string, unknown>;
const orderOf = async (who: TestPlayer, id: string) =>
  ok(await club.call("GET", `/api/order/${id}`, { token: who.token }));
const poolOf = async (id: string) => ok(await club.call("GET", `/api/multi-pools/${id}`));
const statusOf = async (id: string) =>
  (await club.query("SELECT status FROM pool WHERE id = $1", [id]))[0]?.["status"];

async function correct(raceId: string, placings: number[][]): Promise<Body> {
  const body = { placings, reason: "the judge looked again" };
  const path = `/api/operator/races/${raceId}/correct`;
  const dry = ok(await club.call("POST", path, { token: clerk, body: { ...body, dry_run: true } }));
  const { approval_id } = ok(await club.call("POST", path, { token: clerk, body }));
  ok(
    await club.call("POST", `/api/operator/approvals/${approval_id}/approve`, {
      token: chief,
      body: {},
    }),
  );
  await expect
    .poll(async () => await club.query("SELECT 1 FROM correction WHERE step <> 'done'"))
    .toEqual([]);
  return dry;
}

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
    ok(await placeOrder(club, player, ticketForm(laid, "QUADDIE", { legs: [[1], [2], [3], [4]] })));
    const refused = await layOut(club, eventId, [{ ...QUADDIE, guarantee_cents: 1 }]);
    expect([refused.status, refused.body.code]).toEqual([409, "pool.in_use"]);
    ok(await layOut(club, eventId, [QUADDIE]));
    const { date } = card.meeting;
    const day = await club.call("GET", `/api/events/day_table?day=${date}`);
    const line = (day.body.list as Body[]).find((each) => each["event_id"] === eventId)!;
    expect(line["multi_pools"]).toMatchObject([
      { multi_pool_id: quaddie, code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4] },
    ]);
  });

  test("a card lays them out, and one that says nothing of them leaves them", async () => {
    const card = clubCard({ runners: [4, 4, 4, 4] });
    const pool = { code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4], guarantee_cents: 70_000 };
    const first = ok(await importCard(club, { ...card, multi_pools: [pool] }));
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
    ["legs that are no list", () => ({ legs: "1,2" }), 422, "request.invalid", "legs"],
    [
      "a leg that is no list of numbers",
      () => ({ legs: [{ a: 1 }, ...LEGS.slice(1)] }),
      422,
      "bet.runner_unknown",
      "legs",
    ],
    ["an empty leg", () => ({ legs: LEGS.with(3, []) }), 422, "bet.nothing_selected", "legs"],
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
  await expect.poll(async () => (await orderOf(other, early)).status).toBe("refunded");
  expect((await orderOf(other, early)).money_back).toMatchObject({
    reason: "scratched",
    scratched_by_leg: [[5], [], [], []],
  });

  ok(await act(club, raceIds[0]!, "close"));
  expect(await statusOf(poolId)).toBe("CLOSED");
  expect((await poolOf(poolId)).jackpot_cents).toBe(1_000);
  // 5 is out of leg 3 after leg 1 has closed: its favourite, 2, stands in.
  ok(await act(club, raceIds[2]!, "scratch", { horse_id: 5 }));
  await settleLeg(club, raceIds[0]!, [[1], [2], [3]]);
  expect(await poolOf(poolId)).toMatchObject({
    decided: 1,
    live_cents: 1_800 + 10_000 - 1_000,
    will_pays: [],
  });
  for (const raceId of raceIds.slice(1)) ok(await act(club, raceId, "close"));
  await settleLeg(club, raceIds[1]!, [[1], [2], [3]]);
  await settleLeg(club, raceIds[2]!, [[2], [1], [3]]);

  const waiting = await poolOf(poolId);
  expect(waiting.decided).toBe(3);
  const pay = (runner: number) =>
    (waiting.will_pays as { horse_id: number; dividend_cents: number | null }[]).find(
      ({ horse_id }) => horse_id === runner,
    )?.dividend_cents;
  const alive = (await orderOf(player, one)).alive;
  expect(alive).toMatchObject({ decided: 3, legs: 4, combinations: 2 });
  expect(alive.will_pay.map(({ horse_id }: { horse_id: number }) => horse_id)).toEqual([1, 2]);
  expect(pay(4)).toBeNull();

  await settleLeg(club, raceIds[3]!, [[1], [2], [3]]);
  expect(await statusOf(poolId)).toBe("PAID");
  const paid = await orderOf(player, one);
  expect(paid.status).toBe("won");
  expect(paid.payout_cents).toBe(alive.will_pay[0].payout_cents);
  // What the public reads is up to a second old.
  await expect
    .poll(async () => (await poolOf(poolId)).dividends)
    .toEqual([{ pool: "QUADDIE", combination: "1-1-2-1", dividend_cents: pay(1) }]);
  expect(paid.explain.at(-1).amount_cents).toBe(paid.payout_cents);
  expect(paid.proof.leaf.multi_pool_id).toBe(poolId);
  expect((await orderOf(other, two)).payout_cents).toBe(0);
  const A = { one: paid.payout_cents, jackpots: await readJackpots(club) };

  // Any leg can be corrected: with 3 in the last the other bet wins; with 4 in leg 2 nobody does.
  const dry = await correct(raceIds[3]!, [[3], [2], [1]]);
  expect((dry["players"] as unknown[]).length).toBe(2);
  expect((await orderOf(player, one)).payout_cents).toBe(0);
  expect((await orderOf(other, two)).payout_cents).toBeGreaterThan(0);
  await correct(raceIds[1]!, [[4], [2], [1]]);
  expect(await statusOf(poolId)).toBe("JACKPOT");
  expect((await readJackpots(club))["QUADDIE"]).toBeGreaterThan(1_000);
  await expectBooks(club);
  await correct(raceIds[1]!, [[1], [2], [3]]);
  await correct(raceIds[3]!, [[1], [2], [3]]);
  expect({
    one: (await orderOf(player, one)).payout_cents,
    jackpots: await readJackpots(club),
  }).toEqual(A);
  await expectBooks(club);

  await chainTheRest(club);
  const { checks } = await verifyBooks(club.ctx);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  const [{ day }] = (await club.query(
    "SELECT to_char(m.date, 'YYYY-MM-DD') AS day FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [raceIds[0]],
  )) as [{ day: string }];
  const file = readDayFile(JSON.parse(JSON.stringify(await makeDayFile(club.ctx, day))));
  const lines = await checkDay(file, tools);
  // Races that other tests leave open are not settled.
  const differs = lines.filter((line) => line.verdict === "differs" && line.check !== "settled");
  expect(differs).toEqual([]);
  expect(file.books.some(({ multi_pool_id }) => multi_pool_id === poolId)).toBe(true);
  const report = await dayReport(club.ctx, day);
  expect(report.differences).toEqual([]);
});

test("a leg that falls before leg 1 has closed sends everything back; re-opened, leg 1 takes bets again", async () => {
  const laid = await openMulti(club, { code: "TREBLE", fields: [4, 4, 4] });
  const { raceIds, poolId } = laid;
  const form = ticketForm(laid, "TREBLE", { legs: [[1], [2, 3], [1]] });
  const id = ok(await placeOrder(club, player, form)).order_id as string;
  ok(await act(club, raceIds[0]!, "close"));
  expect((await placeOrder(club, other, form)).body.code).toBe("race.closed");
  const later = new Date(Date.now() + 7_000_000).toISOString();
  ok(await act(club, raceIds[0]!, "open", { reason: "a loose horse", start_time: later }));
  expect(await statusOf(poolId)).toBe("OPEN");
  ok(await placeOrder(club, other, { ...form, betAmount: 2 }));
  ok(await act(club, raceIds[1]!, "abandon", { reason: "fog" }));
  await expect.poll(async () => await statusOf(poolId)).toBe("REFUND");
  const back_ = await orderOf(player, id);
  expect([back_.status, back_.refund_cents]).toEqual(["refunded", 200]);
  expect((await placeOrder(club, other, { ...form, betAmount: 3 })).status).toBe(409);
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
  await expect.poll(async () => await statusOf(laid.poolId)).toBe("REFUND");
  await expectBooks(club);
});
