import { spawnSync } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readManifest } from "../apps/server/src/run/backup/manifest.ts";
import { unpack } from "../apps/server/src/run/backup/pack.ts";
import { takeBackup } from "../apps/server/src/run/backup/take-backup.ts";
import { startEmbedded } from "../apps/server/src/core/db/embedded.ts";
import type { EmbeddedServer } from "../apps/server/src/core/db/embedded.ts";
import { accountFor } from "../apps/server/src/core/db/embedded.host.ts";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P12: a synchronous standby takes over. It is made from a backup and streams from the primary; the
 * club knows both hosts and uses the one that is not in recovery.
 */
const STREAMS_WITHIN_MS = 30_000;
const SECRETS = { keyId: "standby", signingKey: Buffer.alloc(32, 7) };

let place: string;
let club: FaultClub;
let standby: EmbeddedServer;
let players: TestPlayer[];

/** The superuser's address; every role of a club under test has the same password. */
const asAdmin = (appUrl: string): string => appUrl.replace("//club_app:", "//postgres:");

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Makes the standby of the club's database and returns an address with both hosts. */
async function withStandby(primaryUrl: string): Promise<string> {
  const { port, password } = new URL(primaryUrl);
  const source = { cluster: join(place, "postgres"), adminUrl: asAdmin(primaryUrl) };
  const { folder } = await takeBackup({ ...source, secrets: SECRETS }, join(place, "copies"));
  const cluster = join(place, "standby");
  const account = await accountFor(cluster);
  const manifest = await readManifest(folder, SECRETS);
  await unpack(folder, manifest, { folder: cluster, account, isDurable: false });
  await writeFile(join(cluster, "standby.signal"), "");
  await account.own(join(cluster, "standby.signal"));
  const info = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`;
  await appendFile(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${info}'\n`);
  standby = await startEmbedded({
    folder: cluster,
    logFile: join(place, "standby.log"),
    password: decodeURIComponent(password),
    sharedBuffersMb: 64,
  });
  await query(asAdmin(primaryUrl), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await query(asAdmin(primaryUrl), "SELECT pg_reload_conf()");
  const deadline = Date.now() + STREAMS_WITHIN_MS;
  for (;;) {
    const [row] = await query(asAdmin(primaryUrl), "SELECT sync_state FROM pg_stat_replication");
    if (row?.["sync_state"] === "sync") break;
    if (Date.now() > deadline) throw new Error("the standby does not stream");
    await sleep(50);
  }
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
