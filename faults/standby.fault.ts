import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedServer } from "../apps/server/src/core/db/embedded.ts";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { startStandby } from "../apps/server/src/test/standby.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P12: a synchronous standby takes over. It is made from a backup and streams from the primary; the
 * club knows both hosts and uses the one that is not in recovery.
 */

let place: string;
let club: FaultClub;
let standby: EmbeddedServer;
let players: TestPlayer[];

/** Makes the standby of the club's database and returns an address with both hosts. */
async function withStandby(primaryUrl: string): Promise<string> {
  const { port } = new URL(primaryUrl);
  const adminUrl = primaryUrl.replace("//club_app:", "//postgres:");
  standby = await startStandby({ cluster: join(place, "postgres"), adminUrl }, place);
  return primaryUrl.replace(`:${port}/`, `:${port},127.0.0.1:${standby.port}/`);
}

/** Stops or resumes a server and its children. */
function signalAll(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  for (const one of [pid, ...stdout.split("\n").map(Number)]) if (one > 0) process.kill(one, name);
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "club-standby-"));
  await chmod(place, 0o711);
  club = await FaultClub.start({ folder: place, through: withStandby });
  players = await club.players(4, 90_000_000);
});
afterAll(async () => {
  await club?.stop();
  await rm(place, { recursive: true, force: true });
});

test("a standby that does not answer: a bet is in doubt, never accepted, and known afterwards", async () => {
  const race = await club.openRace();
  const [player] = players as [TestPlayer];
  const key = "while the standby sleeps";
  const asked = {
    token: player.token,
    headers: { "idempotency-key": key },
    body: { race_id: race.race_id, bet_type: 9, horse: [1, 2], betAmount: 1 },
  };
  signalAll(standby.pid, "SIGSTOP");
  try {
    const answer = await club.server.call("POST", "/api/order/place-order", asked);
    expect([answer.status, answer.body.code]).toEqual([503, "bet.in_doubt"]);
  } finally {
    signalAll(standby.pid, "SIGCONT");
  }
  await expect
    .poll(async () => (await club.server.call("POST", "/api/order/place-order", asked)).status, {
      timeout: 20_000,
    })
    .toBe(200);
  const bets = await club.query("SELECT FROM bet WHERE idem_key = $1", [key]);
  expect(bets).toHaveLength(1);
});

test("promote-standby: the primary is lost for ever, every acknowledged bet is on the standby", async () => {
  const race = await club.openRace();
  const bettors = startBettors({
    url: () => club.url,
    players,
    raceId: race.race_id,
    bets: 100_000,
    lanes: 8,
    prefix: "promote",
  });
  await expect.poll(() => bettors.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(200);
  await club.losePostgres(standby);
  const before = bettors.acknowledged.size;
  const promotedAt = performance.now();
  expect(await club.query("SELECT pg_promote() AS is_done")).toEqual([{ is_done: true }]);
  await expect
    .poll(() => bettors.acknowledged.size, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(before);
  const gap = performance.now() - promotedAt;
  await expect
    .poll(() => bettors.acknowledged.size, { timeout: 30_000 })
    .toBeGreaterThan(before + 200);
  bettors.stop();
  await bettors.done;
  console.log(`promoted, first bet after ${Math.round(gap)} ms`);
  const expected = ["club.away", "club.busy", "bet.in_doubt", "cut"];
  expect([...bettors.trouble.keys()].filter((code) => !expected.includes(code))).toEqual([]);
  await club.expectWhole(bettors.acknowledged);
});
