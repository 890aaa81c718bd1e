import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import {
  expectBounded,
  expectNormalAfter,
  NORMAL_WITHIN_MS,
  startCrowd,
  warmVitalsOf,
  watchVitals,
} from "./lib/crowd.ts";
import { FaultClub } from "./lib/fault-club.ts";
import { watchPace } from "./lib/pace.ts";
import { SlowWay } from "./lib/slow-way.ts";

/** P14: the database answers late: what cannot be done in time is refused, not piled up. */
const way = new SlowWay();
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start({ through: async (url) => await way.through(url) });
  players = await club.players(8, 90_000_000);
});
afterAll(async () => {
  way.delayMs = 0;
  await club.stop();
  way.close();
});

const SLOW_MS = isFull ? 30_000 : 5000;
/** How much longer is looked, so that a second of calm is seen also when it begins late. */
const CALM_MS = 3000;
const ROUNDS_PER_SECOND = 60;
const FLAT_MIB = 64;
/** Twice the connections of the largest pool. */
const MOST_WAITING = 16;

test.each([
  { delayMs: 300, least: 0.9 },
  { delayMs: 1500, least: 0.2 },
])("slow-db: $delayMs ms later each", async ({ delayMs, least }) => {
  const race = await club.openRace();
  const crowd = startCrowd({
    url: club.url,
    players,
    raceId: race.race_id,
    prefix: `slow ${delayMs}`,
    roundsPerSecond: ROUNDS_PER_SECOND,
  });
  const before = await warmVitalsOf(club.url);
  const watch = watchVitals(club.url);
  const paces = watchPace();
  way.delayMs = delayMs;
  const slowAt = performance.now();
  await sleep(SLOW_MS);
  way.delayMs = 0;
  const quickAt = performance.now();
  await sleep(NORMAL_WITHIN_MS * paces.now() + CALM_MS);
  await crowd.stop();
  const pace = paces.stop();
  const worst = await watch.stop();
  expectBounded(crowd.asked, pace);
  expect(worst.waiting, "queues are bounded").toBeLessThanOrEqual(MOST_WAITING);
  expect(worst.mib - before.mib, "memory is flat").toBeLessThan(FLAT_MIB);
  const slow = crowd.asked.filter(({ at }) => at > slowAt && at < quickAt);
  expect(slow.some(({ code }) => code === "club.busy")).toBe(true);
  const bets = slow.filter(({ what }) => what === "bet");
  const accepted = bets.filter(({ status }) => status === 200);
  expect(accepted.length / bets.length, "bets go on").toBeGreaterThanOrEqual(least / pace);
  expectNormalAfter(crowd.asked, { from: slowAt, to: quickAt }, pace);
  await club.expectWhole(crowd.acknowledged);
});
