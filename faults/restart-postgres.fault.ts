import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P12: the database restarts while people bet: clear 503s, nothing lost, no help needed. */
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(4, 90_000_000);
});
afterAll(async () => await club.stop());

test("restart-postgres: betting goes on by itself", async () => {
  const race = await club.openRace();
  const options = { url: () => club.url, players, raceId: race.race_id, bets: 100_000, lanes: 16 };
  const bettors = startBettors({ ...options, prefix: "restart" });
  await expect.poll(() => bettors.acknowledged.size).toBeGreaterThan(100);
  await club.stopPostgres();
  const readiness = await fetch(`${club.url}/readyz`);
  expect(readiness.status).toBe(503);
  await sleep(1500);
  const atStart = bettors.acknowledged.size;
  await club.startPostgres();
  await expect
    .poll(() => bettors.acknowledged.size, { timeout: 60_000 })
    .toBeGreaterThan(atStart + 1000);
  bettors.enough();
  await bettors.done;
  expect(
    [...bettors.trouble.keys()].every((code) =>
      ["club.away", "club.busy", "bet.in_doubt", "cut"].includes(code),
    ),
  ).toBe(true);
  expect(bettors.trouble.size).toBeGreaterThan(0);
  expect((await fetch(`${club.url}/readyz`)).status).toBe(200);
  await club.expectWhole(bettors.acknowledged);
});

test("what reads says 503 with Retry-After while the database is away, never 500 and never 401", async () => {
  await club.stopPostgres();
  const [player] = players as [TestPlayer];
  for (const path of ["/api/order/list", "/api/user/wallet", "/api/statement/list"]) {
    const answer = await club.server.call("GET", path, { token: player.token });
    expect([path, answer.status, answer.body.code]).toEqual([path, 503, "club.away"]);
    expect(answer.headers.get("retry-after")).not.toBeNull();
  }
  await club.startPostgres();
  await expect
    .poll(
      async () =>
        (await club.server.call("GET", "/api/user/wallet", { token: player.token })).status,
      { timeout: 15_000 },
    )
    .toBe(200);
});
