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

/** P14: a database that stands still for five seconds: short answers, flat memory, back at once. */
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(8, 90_000_000);
});
afterAll(async () => {
  club.thawPostgres();
  await club.stop();
});

const FREEZES = isFull ? 10 : 1;
const FROZEN_MS = 5000;
/** How much longer is looked, so that a second of calm is seen also when it begins late. */
const CALM_MS = 3000;
const ROUNDS_PER_SECOND = 100;
/** Growth that late garbage collection can explain; thousands of piled-up requests take more. */
const FLAT_MIB = 96;

test(`freeze-db: ${FROZEN_MS} ms under load, ${FREEZES} times`, async () => {
  const race = await club.openRace();
  const options = {
    url: club.url,
    players,
    raceId: race.race_id,
    roundsPerSecond: ROUNDS_PER_SECOND,
  };
  for (let i = 0; i < FREEZES; i++) {
    const paces = watchPace();
    const crowd = startCrowd({ ...options, prefix: `freeze ${i}`, pace: paces.now });
    const before = await warmVitalsOf(club.url);
    const watch = watchVitals(club.url);
    club.freezePostgres();
    const frozenAt = performance.now();
    await sleep(FROZEN_MS);
    club.thawPostgres();
    const thawedAt = performance.now();
    await sleep(NORMAL_WITHIN_MS * paces.now() + CALM_MS);
    await crowd.stop();
    const pace = paces.stop();
    const worst = await watch.stop();
    expectBounded(crowd.asked, pace);
    const frozen = crowd.asked.filter(({ at }) => at > frozenAt && at < thawedAt);
    expect(frozen.filter(({ status }) => status === 503).length).toBeGreaterThan(500 / pace);
    expect(worst.mib - before.mib, "memory is flat").toBeLessThan(FLAT_MIB);
    expectNormalAfter(crowd.asked, { from: frozenAt, to: thawedAt }, pace);
    await club.expectWhole(crowd.acknowledged);
  }
});
