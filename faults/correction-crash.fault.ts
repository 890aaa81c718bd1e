import { afterAll, beforeAll, expect, test } from "vitest";
import { act } from "../apps/server/src/test/card-desk.ts";
import { ok } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import {
  type RaceVector,
  openVectorRaces,
  placeBets,
  readVectors,
  setJackpots,
  startVectorClub,
} from "../apps/server/src/test/vector-race.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import type { CorrectionOrder } from "./lib/correction-child.ts";
import { type ChildEnd, copyOf, queryCopy, racingDigest, runToDie } from "./lib/crash-copies.ts";

/**
 * P8 and P9: the correction of a paid race is killed at any step from the second operator's
 * decision to the last message. Before that decision it is left undone, after it done, and the
 * books are those of a correction that was never interrupted.
 */
const BEFORE = "correct.deciding";
const AFTER = "correct.decided";
/** Every crash point of a correction: one missing here, or never passed, fails the test. */
const STEPS = [
  "correct.plan-open",
  "correct.planned",
  "correct.before-players",
  "correct.players",
  "correct.finished",
  "settle.pools-posted",
  "settle.race-settled",
  "settle.announced",
];

let base: FreshDatabase;
let asked: NonNullable<CorrectionOrder["approve"]>;
/** The books before the correction, and after one that nothing interrupted. */
let undone: string;
let whole: string;
/** A club killed right after the decision, and how often each point is passed from there on. */
let decided: FreshDatabase;
let hits: Record<string, number>;

beforeAll(async () => {
  base = await freshDatabase();
  asked = await prepare(base);
  undone = await racingDigest(base);
  const copy = await copyOf(base);
  await correct(copy, { approve: asked });
  whole = await racingDigest(copy);
  await expectCorrected(copy);
  await copy.drop();
  decided = await copyOf(base);
  expect((await correct(decided, { approve: asked, crashAt: AFTER })).signal).toBe("SIGKILL");
  const counted = await copyOf(decided);
  hits = JSON.parse((await correct(counted)).output) as Record<string, number>;
  await counted.drop();
}, 180_000);

afterAll(async () => {
  await decided.drop();
  await base.drop();
});

test("every point is passed, player by player, and the money is another one afterwards", () => {
  expect(Object.keys(hits).toSorted()).toEqual(STEPS.toSorted());
  expect(hits["correct.players"]).toBeGreaterThan(3);
  expect(whole).not.toBe(undone);
  expect(whole).toContain("sum 0 escrow 0 running 0");
});

test("killed while the decision is written: nothing has happened, and it can be approved again", async () => {
  const copy = await copyOf(base);
  expect((await correct(copy, { approve: asked, crashAt: BEFORE })).signal).toBe("SIGKILL");
  await correct(copy);
  expect(await racingDigest(copy)).toBe(undone);
  await correct(copy, { approve: asked });
  expect(await racingDigest(copy)).toBe(whole);
  await copy.drop();
}, 60_000);

test("killed after the decision at any step: finished by the next process, identical books", async () => {
  // The short run leaves out what the next test and the crash test of settlement cover.
  const steps = isFull
    ? STEPS
    : STEPS.filter((name) => name.startsWith("correct.") && name !== "correct.players");
  const places = steps.flatMap((name) => {
    const turns = isFull ? (hits[name] ?? 0) : 1;
    return Array.from({ length: turns }, (_, i) => `${name}:${i + 1}`);
  });
  for (const place of places) {
    const copy = await copyOf(decided);
    expect((await correct(copy, { crashAt: place })).signal, `${place} kills`).toBe("SIGKILL");
    await correct(copy);
    expect(await racingDigest(copy), place).toBe(whole);
    await copy.drop();
  }
}, 600_000);

test("killed after each player, again and again; and two processes at once: identical books", async () => {
  const again = await copyOf(decided);
  let kills = 0;
  while ((await correct(again, { crashAt: "correct.players:1" })).signal === "SIGKILL") kills += 1;
  expect(kills).toBe(hits["correct.players"]);
  expect(await racingDigest(again)).toBe(whole);
  await again.drop();

  const both = await copyOf(decided);
  await Promise.all([correct(both, { crashAt: "correct.players:2" }), correct(both)]);
  await correct(both);
  expect(await racingDigest(both)).toBe(whole);
  await both.drop();
}, 300_000);

interface Run {
  readonly approve?: CorrectionOrder["approve"];
  readonly crashAt?: string;
}

async function correct(copy: FreshDatabase, { approve, crashAt }: Run = {}): Promise<ChildEnd> {
  const order: CorrectionOrder = {
    databaseUrl: copy.appUrl,
    players: 1,
    ...(approve === undefined ? {} : { approve }),
  };
  return await runToDie("correction-child.ts", order, crashAt);
}

/** The correction gave and took money; the club bore what one player no longer had. */
async function expectCorrected(copy: FreshDatabase): Promise<void> {
  const [row] = await queryCopy(
    copy,
    `SELECT (SELECT status FROM race WHERE id = (SELECT race_id FROM correction)) AS race,
       (SELECT count(*)::int FROM bet_credit WHERE cause LIKE 'correct:%' AND amount_cents < 0) AS down,
       (SELECT count(*)::int FROM correction_line WHERE new_cents > old_cents) AS up,
       (SELECT count(DISTINCT pool_id)::int FROM correction_line) AS pools,
       (SELECT count(*)::int FROM correction_line l JOIN pool q ON q.id = l.pool_id AND q.race_id2 IS NOT NULL) AS doubles,
       (SELECT sum(borne_cents) > 0 FROM correction_line) AS borne`,
  );
  expect(row).toMatchObject({ race: "settled", borne: true });
  for (const name of ["down", "up", "pools", "doubles"]) {
    expect(Number(row?.[name]), name).toBeGreaterThan(name === "doubles" ? 0 : 2);
  }
}

/**
 * A race with every kind of pool and a double from the race before, paid by a wrong result; a
 * correction waits.
 */
async function prepare(database: FreshDatabase): Promise<NonNullable<CorrectionOrder["approve"]>> {
  const rig = await startVectorClub({}, database);
  const { club } = rig;
  const vector = readVectors<RaceVector>("race_settlement").find(({ id }) => id === "race-1-06")!;
  const races = [{ runners: vector.race.runners }, { runners: vector.race.runners }];
  const [first = "", second = ""] = await openVectorRaces(club, { races });
  await setJackpots(club, { TRIFECTA: 12_345, FIRST4: 777 });
  await placeBets(rig, [...vector.bets, ...vector.bets], { race_id: second });
  const doubles = vector.race.runners.map((runner) => ({
    id: `d${runner}`,
    bet_type: 10,
    sel: { horse: vector.race.runners, horse2: [runner] },
    unit_cents: 130,
  }));
  await placeBets(rig, doubles, { race_id: first, race_id2: second });
  for (const id of [first, second]) ok(await act(club, id, "close"));
  const right = vector.race.result_groups;
  for (const [id, placings] of [
    [first, right],
    [second, right.toReversed()],
  ] as const) {
    ok(await act(club, id, "result", { placings, stage: "final" }));
    ok(await act(club, id, "settle", { result_version: 1 }));
  }
  // One of the players who were paid has nothing left.
  await club.query(
    `SELECT post_entry(gen_random_uuid(), 'adjustment', 'spent:' || w.player_id, 'spent',
       ARRAY[w.cash_account, (SELECT id FROM account WHERE kind = 'bank_clearing')], ARRAY[-w.cash_cents, w.cash_cents])
     FROM wallet w WHERE w.player_id = (SELECT b.player_id FROM bet_credit c JOIN bet b ON b.id = c.bet_id
       JOIN pool q ON q.id = c.pool_id WHERE c.kind = 'payout' AND q.race_id = $1 AND q.race_id2 IS NULL ORDER BY c.amount_cents DESC LIMIT 1)`,
    [second],
  );
  const clerk = await club.operator("results_clerk");
  const correction = ok(
    await club.call("POST", `/api/operator/races/${second}/correct`, {
      token: clerk.token,
      body: { placings: right, reason: "the stewards changed the order" },
    }),
  );
  const chief = await club.newOperator("owner");
  await club.close();
  return { approvalId: correction.approval_id as string, operatorId: chief.id };
}
