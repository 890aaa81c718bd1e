import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../apps/server/src/test/club.ts";
import type { TestRace } from "../apps/server/src/test/race-day.ts";
import { BROKEN } from "../apps/server/src/test/send.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P8: a server is killed while a scratching refunds thousands; the next pays the rest, once. */
let club: FaultClub;
let race: TestRace;
let acknowledged: ReadonlyMap<string, string>;

/** More than two of the refund worker's chunks in each of an Each Way's two pools. */
const BETS = 4200;
const PARTS = 2;
const UNIT_CENTS = 100;
const HORSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const PAID_WITHIN_MS = 15_000;

beforeAll(async () => {
  club = await FaultClub.start();
  const players = await club.players(8, 100_000_000);
  race = await club.openRace({ runners: 14 });
  const bettors = startBettors({
    url: () => club.url,
    players,
    raceId: race.race_id,
    horses: HORSES,
    bets: BETS,
    lanes: 24,
    prefix: "refund",
  });
  await bettors.done;
  ({ acknowledged } = bettors);
});
afterAll(async () => await club.stop());

const PLACES = isFull
  ? ["refund.before-commit", "refund.chunk-paid"].flatMap((point) =>
      [1, 2, 3, 4, 6].map((turn) => `${point}:${turn}`),
    )
  : ["refund.before-commit:2", "refund.chunk-paid:4"];

test.each(PLACES)("killed at %s: the next server pays the rest", async (place) => {
  const runner = PLACES.indexOf(place) + 1;
  await club.killServer({ CLUB_CRASH_AT: place });
  await expect(scratch(runner), "the server dies before it answers").rejects.toThrow(BROKEN);
  expect(await club.server.exited, "by a signal").toBeNull();
  const paid = await refundsOf(runner);
  expect(paid.bets, "not all was paid").toBeLessThan(BETS * PARTS);
  await club.startServer();
  await expectRefunded(runner);
});

test("killed after each chunk, again and again: each server pays one, none twice", async () => {
  const runner = HORSES.length;
  const crashing = { CLUB_CRASH_AT: "refund.chunk-paid:1" };
  await club.killServer(crashing);
  await expect(scratch(runner)).rejects.toThrow(BROKEN);
  let kills = 1;
  while ((await openJobs()) > 0) {
    // The leader's first round may kill it before it has said that it is ready.
    await club.startServer(crashing).catch(() => undefined);
    await club.server.exited;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(4);
  await club.killServer();
  await expectRefunded(runner);
});

async function scratch(runner: number): Promise<void> {
  const { token } = await club.server.operator();
  const path = `/api/operator/races/${race.race_id}/scratch`;
  ok(await club.server.call("POST", path, { token, body: { horse_id: runner } }));
}

async function openJobs(): Promise<number> {
  const [row] = await club.query(
    "SELECT count(*)::int AS n FROM refund_job WHERE NOT is_done AND race_id = $1",
    [race.race_id],
  );
  return Number(row?.["n"]);
}

async function untilPaid(): Promise<void> {
  await expect.poll(openJobs, { timeout: PAID_WITHIN_MS, interval: 50 }).toBe(0);
}

interface Refunds {
  /** Bets, counted once for each of their pools. */
  readonly bets: number;
  readonly rows: number;
  readonly cents: number;
}

async function refundsOf(runner: number): Promise<Refunds> {
  const [row] = await club.query(
    `SELECT count(DISTINCT (c.bet_id, c.pool_id))::int AS bets, count(*)::int AS rows,
       coalesce(sum(c.amount_cents), 0)::int AS cents
     FROM bet_credit c JOIN entry e ON e.cause = c.cause
     WHERE c.kind = 'refund' AND c.cause LIKE $1`,
    [`scratch:${race.race_id}:${runner}:%`],
  );
  return row as unknown as Refunds;
}

/** Every bet got its runner's unit back from both pools, exactly once. */
async function expectRefunded(runner: number): Promise<void> {
  await untilPaid();
  const each = BETS * PARTS;
  expect(await refundsOf(runner)).toEqual({ bets: each, rows: each, cents: each * UNIT_CENTS });
  await club.expectWhole(acknowledged);
}
