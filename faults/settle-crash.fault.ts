import { afterAll, beforeAll, expect, test } from "vitest";
import { act, placeOrder } from "../apps/server/src/test/card-desk.ts";
import { ok } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { fewOf, isFull } from "../apps/server/src/test/sample.ts";
import {
  type RaceVector,
  type VectorBet,
  openVectorRaces,
  placeBets,
  readVectors,
  setJackpots,
  startVectorClub,
} from "../apps/server/src/test/vector-race.ts";
import { type ChildEnd, copyOf, racingDigest, runToDie } from "./lib/crash-copies.ts";
import type { SettleOrder } from "./lib/settle-child.ts";

/**
 * P8: a settlement that is killed at any named step and between any two chunks leaves, once the
 * next process has finished it, exactly the books of one that was never interrupted.
 */
const CHUNK = 4;

/** Every crash point of the code: one missing here, or never passed, fails the test. */
const POINTS = [
  "settle.planned",
  "settle.plan-open",
  "settle.plan-written",
  "settle.before-chunk",
  "settle.chunk-paid",
  "settle.before-close",
  "settle.pool-posted",
  "settle.pools-posted",
  "settle.race-settled",
  "settle.announced",
];

let base: FreshDatabase;
let raceId: string;
let whole: string;
let hits: Record<string, number>;

beforeAll(async () => {
  base = await freshDatabase();
  raceId = await prepare(base);
  const copy = await copyOf(base);
  hits = JSON.parse((await run(copy, "settle")).output) as Record<string, number>;
  whole = await racingDigest(copy);
  await copy.drop();
}, 120_000);

afterAll(async () => await base.drop());

test("every crash point is passed, and there are several chunks", () => {
  expect(Object.keys(hits).toSorted()).toEqual(POINTS.toSorted());
  expect(hits["settle.chunk-paid"]).toBeGreaterThan(8);
  for (const said of [
    "PAID",
    "REFUND_NO_WINNER",
    "JACKPOT",
    "settled",
    " sum 0 escrow ",
    " running 0",
    // Two All Ups went on, the third's next runner was out.
    "1|t,2|t,1|t,2|t,1|t,2|f|bet.runner_scratched",
  ]) {
    expect(whole).toContain(said);
  }
});

test("killed at every point and finished by the next process: identical books", async () => {
  const places = fewOf(POINTS).flatMap((name) => {
    const turns = isFull ? (hits[name] ?? 0) : 1;
    return Array.from({ length: turns }, (_, i) => `${name}:${i + 1}`);
  });
  for (const place of places) {
    const copy = await copyOf(base);
    const killed = await run(copy, "settle", place);
    expect(killed.signal, `${place} kills`).toBe("SIGKILL");
    // The worker comes next, unless nothing was begun yet: then the operator asks again.
    await run(copy, "jobs");
    await run(copy, "settle");
    expect(await racingDigest(copy), place).toBe(whole);
    await copy.drop();
  }
}, 600_000);

test("killed again and again, at each chunk anew: identical books", async () => {
  const copy = await copyOf(base);
  let kills = 0;
  while ((await run(copy, "settle", "settle.chunk-paid:1")).signal === "SIGKILL") kills += 1;
  expect(kills).toBeGreaterThan(4);
  expect(await racingDigest(copy)).toBe(whole);
  await copy.drop();
}, 300_000);

test("two processes at once, one killed in the middle: identical books", async () => {
  const copy = await copyOf(base);
  const [killed] = await Promise.all([
    run(copy, "settle", "settle.chunk-paid:3"),
    run(copy, "settle"),
  ]);
  await run(copy, "jobs");
  await run(copy, "settle");
  expect(["SIGKILL", null]).toContain(killed.signal);
  expect(await racingDigest(copy)).toBe(whole);
  await copy.drop();
}, 60_000);

/**
 * A race with every kind of pool: paid, refunded without a winner, jackpot, parts scratched, a
 * double, and All Ups that go on to a race that is still open.
 */
async function prepare(database: FreshDatabase): Promise<string> {
  const rig = await startVectorClub({}, database);
  const { club } = rig;
  const vector = readVectors<RaceVector>("race_settlement").find(({ id }) => id === "race-1-06")!;
  const races = Array.from({ length: 3 }, () => ({ runners: vector.race.runners }));
  const [first = "", second = "", third = ""] = await openVectorRaces(club, { races });
  await setJackpots(club, { TRIFECTA: 12_345, FIRST4: 777 });
  const winner = vector.race.result_groups[0]![0]!;
  // No bet on the Quinella or the First 4 that came in.
  const single = vector.bets.filter(({ bet_type }) => ![3, 4, 8, 12, 15].includes(bet_type));
  const finish = vector.race.result_groups.flat();
  const last = finish.at(-1)!; // Scratched later.
  const slow = finish.at(-2)!;
  const others = finish.slice(-5, -2);
  const losing: VectorBet[] = [
    ...[...others, last].map((runner, i) => ({
      id: `q${i}`,
      bet_type: 3,
      sel: { horse: [slow], horse2: [runner] },
      unit_cents: 250,
    })),
    { id: "f", bet_type: 15, sel: { standout: [slow], others: [...others, last] }, unit_cents: 99 },
  ];
  await placeBets(rig, [...single, ...single, ...losing], { race_id: second });
  const doubles = vector.race.runners.map((runner) => ({
    id: `d${runner}`,
    bet_type: runner % 2 === 0 ? 10 : 11,
    sel: {
      horse: vector.race.runners.slice(0, 4),
      horse2: [runner, winner].slice(0, runner === winner ? 1 : 2),
    },
    unit_cents: 130,
  }));
  for (const double of doubles)
    await placeBets(rig, [double], { race_id: first, race_id2: second });
  for (const next of [slow, winner, last]) {
    const legs = [
      { race_id: second, pool: "WIN", combination: [winner] },
      { race_id: third, pool: "QUINELLA", combination: [next, others[0]] },
    ];
    ok(await placeOrder(club, rig.players[0]!, { bet_type: 40, legs, betAmount: 7 }));
  }
  ok(await act(club, third, "scratch", { horse_id: last }));
  for (const id of [first, second]) ok(await act(club, id, "close"));
  const placings = vector.race.result_groups;
  ok(await act(club, first, "result", { placings, stage: "final" }));
  ok(await act(club, first, "settle", { result_version: 1 }));
  ok(await act(club, second, "scratch", { horse_id: last }));
  const left = placings
    .map((group) => group.filter((runner) => runner !== last))
    .filter((group) => group.length > 0);
  ok(await act(club, second, "result", { placings: left, stage: "final" }));
  await club.close();
  return second;
}

async function run(copy: FreshDatabase, as: SettleOrder["as"], crashAt = ""): Promise<ChildEnd> {
  const order: SettleOrder = { databaseUrl: copy.appUrl, raceId, version: 1, chunk: CHUNK, as };
  return await runToDie("settle-child.ts", order, crashAt);
}
