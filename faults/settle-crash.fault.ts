import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act } from "../apps/server/src/test/card-desk.ts";
import { ok } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase, testServer } from "../apps/server/src/test/database.ts";
import {
  type RaceVector,
  type VectorBet,
  openVectorRaces,
  placeBets,
  readVectors,
  setJackpots,
  startVectorClub,
} from "../apps/server/src/test/vector-race.ts";
import type { SettleOrder } from "./lib/settle-child.ts";

/**
 * P8: a settlement that is killed at any named step and between any two chunks leaves, once finished
 * by whoever comes next, exactly the books of one that was never interrupted.
 */
const CHILD = join(import.meta.dirname, "lib/settle-child.ts");
const NODE = join(import.meta.dirname, "../node_modules/node/bin/node");
const CHUNK = 4;
const IS_FULL = process.env["CLUB_FAULTS"] === "full";

/** Every point that the code has: one that is missing here, or never passed, turns the test red. */
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
  whole = await digest(copy);
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
    " sum 0 escrow 0 running 0",
  ]) {
    expect(whole).toContain(said);
  }
});

test("killed at every point and finished by the next process: identical books", async () => {
  const places = POINTS.flatMap((name) => {
    const turns = IS_FULL ? (hits[name] ?? 0) : 1;
    return Array.from({ length: turns }, (_, i) => `${name}:${i + 1}`);
  });
  for (const place of places) {
    const copy = await copyOf(base);
    const killed = await run(copy, "settle", place);
    expect(killed.signal, `${place} kills`).toBe("SIGKILL");
    // Who comes next is the worker, unless nothing was begun yet: then the operator asks again.
    await run(copy, "jobs");
    await run(copy, "settle");
    expect(await digest(copy), place).toBe(whole);
    await copy.drop();
  }
}, 600_000);

test("killed again and again, at each chunk anew: identical books", async () => {
  const copy = await copyOf(base);
  let kills = 0;
  while ((await run(copy, "settle", "settle.chunk-paid:1")).signal === "SIGKILL") kills += 1;
  expect(kills).toBeGreaterThan(4);
  expect(await digest(copy)).toBe(whole);
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
  expect(await digest(copy)).toBe(whole);
  await copy.drop();
}, 60_000);

/** A race with every kind of pool: paid, refunded without a winner, jackpot, parts scratched, a double. */
async function prepare(database: FreshDatabase): Promise<string> {
  const rig = await startVectorClub({}, database);
  const { club } = rig;
  const vector = readVectors<RaceVector>("race_settlement").find(({ id }) => id === "race-1-06")!;
  const races = [{ runners: vector.race.runners }, { runners: vector.race.runners }];
  const [first = "", second = ""] = await openVectorRaces(club, { races });
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

async function run(
  copy: FreshDatabase,
  as: SettleOrder["as"],
  crashAt = "",
): Promise<{ signal: NodeJS.Signals | null; output: string }> {
  const order: SettleOrder = { databaseUrl: copy.appUrl, raceId, version: 1, chunk: CHUNK, as };
  const child = spawn(existsSync(NODE) ? NODE : process.execPath, [CHILD, JSON.stringify(order)], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", CLUB_CRASH_AT: crashAt },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let trouble = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (trouble += piece.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal === null && code !== 0) throw new Error(`settling failed: ${trouble}`);
  return { signal, output };
}

/** A database like this one, which nobody may be connected to. */
async function copyOf(from: FreshDatabase): Promise<FreshDatabase> {
  const copy = await freshDatabase();
  const client = new pg.Client({ connectionString: testServer().adminUrl });
  await client.connect();
  try {
    await client.query(`DROP DATABASE ${copy.name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${copy.name} TEMPLATE ${from.name} OWNER club_owner`);
  } finally {
    await client.end();
  }
  return copy;
}

/** All money and every state, without what must differ: ids of entries, instants, order. */
async function digest(copy: FreshDatabase): Promise<string> {
  const client = new pg.Client({ connectionString: copy.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT concat_ws(' ',
        (SELECT md5(string_agg(concat_ws('|', e.cause, e.kind, e.reference, a.kind, a.player_id, a.pool_id, a.pool_code,
           p.line, p.amount_cents), E'\\n' ORDER BY e.cause, p.line))
          FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id),
        (SELECT md5(string_agg(concat_ws('|', bet_id, cause, kind, pool_id, amount_cents), E'\\n' ORDER BY bet_id, cause))
          FROM bet_credit),
        (SELECT md5(string_agg(concat_ws('|', player_id, cash_cents), E'\\n' ORDER BY player_id)) FROM wallet),
        (SELECT string_agg(concat_ws('|', code, status), ',' ORDER BY race_id, code) FROM pool),
        (SELECT string_agg(status, ',' ORDER BY id) FROM race),
        (SELECT string_agg(concat_ws('|', step, paid_cents, refunded_cents), ',' ORDER BY pool_id) FROM settlement),
        'sum', (SELECT sum(amount_cents) FROM posting),
        'escrow', (SELECT sum(amount_cents) FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = 'escrow'),
        'running', (SELECT count(*) FROM (SELECT balance_cents, sum(amount_cents)
          OVER (PARTITION BY account_id ORDER BY posting.id) AS said
          FROM posting JOIN account a ON a.id = posting.account_id AND a.kind = 'cash') b WHERE balance_cents <> said)
       ) AS digest`,
    );
    return rows[0]!.digest;
  } finally {
    await client.end();
  }
}
