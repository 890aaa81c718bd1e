import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub, isFull } from "./lib/fault-club.ts";

/** P1, P2, P11: kill -9 under load. What was acknowledged is there; what is sent again is not doubled. */
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(8, 90_000_000);
});
afterAll(async () => await club.stop());

const SERVER_KILLS = isFull ? 50 : 3;
const POSTGRES_KILLS = isFull ? 20 : 2;
const BETS_PER_KILL = 1500;

async function run(kills: number, kill: () => Promise<void>): Promise<void> {
  const race = await club.openRace();
  for (let i = 0; i < kills; i++) {
    const bettors = startBettors({
      url: () => club.url,
      players,
      raceId: race.race_id,
      bets: BETS_PER_KILL,
      lanes: 24,
      prefix: `${race.race_id} ${i}`,
    });
    await sleep(150 + Math.random() * 300);
    await kill();
    await bettors.done;
    expect(bettors.acknowledged.size).toBe(BETS_PER_KILL);
    await club.expectWhole(bettors.acknowledged);
    const [count] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
      race.race_id,
    ]);
    expect(count?.["n"]).toBe((i + 1) * BETS_PER_KILL);
  }
}

test(`kill-server: ${SERVER_KILLS} times in the middle of ${BETS_PER_KILL} bets`, async () => {
  await run(SERVER_KILLS, async () => await club.killServer());
});

test(`kill-postgres: ${POSTGRES_KILLS} times in the middle of ${BETS_PER_KILL} bets`, async () => {
  await run(POSTGRES_KILLS, async () => await club.killPostgres());
});
