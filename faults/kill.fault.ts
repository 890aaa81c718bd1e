import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P1, P2, P11: kill -9 under load. Acknowledged bets survive; a resent bet is not doubled. */
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(8, 90_000_000);
});
afterAll(async () => await club.stop());

const SERVER_KILLS = isFull ? 50 : 3;
const POSTGRES_KILLS = isFull ? 20 : 2;
/** At least; bets go on until long after the kill. */
const BETS_PER_KILL = 1500;
const LANES = 24;

async function run(kills: number, kill: () => Promise<void>): Promise<void> {
  const race = await club.openRace();
  let bets = 0;
  for (let i = 0; i < kills; i++) {
    const bettors = startBettors({
      url: () => club.url,
      players,
      raceId: race.race_id,
      bets: 100_000,
      lanes: LANES,
      prefix: `${race.race_id} ${i}`,
    });
    const { acknowledged, trouble } = bettors;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(0);
    await sleep(150 + Math.random() * 300);
    await kill();
    await expect.poll(() => trouble.size, { message: "killed among bets" }).toBeGreaterThan(0);
    const atKill = acknowledged.size;
    await expect
      .poll(() => acknowledged.size, { timeout: 60_000 })
      .toBeGreaterThan(Math.max(BETS_PER_KILL, atKill + LANES));
    bettors.enough();
    await bettors.done;
    await club.expectWhole(acknowledged);
    bets += acknowledged.size;
    const [count] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
      race.race_id,
    ]);
    expect(count?.["n"]).toBe(bets);
  }
}

test(`kill-server: ${SERVER_KILLS} times in the middle of ${BETS_PER_KILL} bets`, async () => {
  await run(SERVER_KILLS, async () => await club.killServer());
});

test(`kill-postgres: ${POSTGRES_KILLS} times in the middle of ${BETS_PER_KILL} bets`, async () => {
  await run(POSTGRES_KILLS, async () => await club.killPostgres());
});
