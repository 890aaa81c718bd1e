import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedServer } from "../apps/server/src/core/db/embedded.ts";
import type { ClubProcess } from "../apps/server/src/test/club-process.ts";
import { ok, type TestPlayer } from "../apps/server/src/test/club.ts";
import type { TestRace } from "../apps/server/src/test/race-day.ts";
import { startStandby } from "../apps/server/src/test/standby.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P10, P11: lists and reports are read from a streaming standby; nobody reads old, or nothing. */

const MOST_BEHIND_MS = 5000;

let place: string;
let club: FaultClub;
let standby: EmbeddedServer;
let readUrl: string;
/** The standby's database, for its superuser. */
let adminUrl: string;
let player: TestPlayer;
let race: TestRace;

async function atStandby(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function withStandby(primaryUrl: string): Promise<string> {
  const { port } = new URL(primaryUrl);
  const admin = primaryUrl.replace("//club_app:", "//postgres:");
  standby = await startStandby({ cluster: join(place, "postgres"), adminUrl: admin }, place);
  readUrl = primaryUrl.replace(`:${port}/`, `:${standby.port}/`);
  adminUrl = admin.replace(`:${port}/`, `:${standby.port}/`);
  return primaryUrl;
}

const LIST = "/api/order/list";

async function listAt(server: ClubProcess, token: string): Promise<string[]> {
  const { status, body } = await server.call("GET", LIST, { token });
  expect([status, body.code]).toEqual([200, undefined]);
  return (body.list as { order_id: string }[]).map(({ order_id: id }) => id);
}

async function betAt(server: ClubProcess, who: TestPlayer, key: string): Promise<string> {
  const body = { race_id: race.race_id, bet_type: 9, horse: [1, 2], betAmount: 1 };
  const headers = { "idempotency-key": key };
  const placed = ok(
    await server.call("POST", "/api/order/place-order", { token: who.token, body, headers }),
  );
  return placed.order_id as string;
}

/** When the standby was last asked for a list of bets; 0: never. */
async function lastListAt(): Promise<number> {
  const [row] = await atStandby(
    `SELECT max(query_start) AS at FROM pg_stat_activity
     WHERE application_name = 'club lists' AND query LIKE '%bet%'`,
  );
  return Number(row?.["at"] ?? 0);
}

/** Lists until the standby is asked. */
async function untilReadThere(): Promise<void> {
  const since = await lastListAt();
  await expect
    .poll(async () => {
      await listAt(club.server, player.token);
      return (await lastListAt()) > since;
    })
    .toBe(true);
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "club-reads-"));
  await chmod(place, 0o711);
  club = await FaultClub.start({
    folder: place,
    through: withStandby,
    env: () => ({ DATABASE_READ_URL: readUrl, CLUB_SESSIONS_STAY: "1" }),
  });
  // Commits do not wait for this one: it is killed below.
  await club.query("ALTER SYSTEM SET synchronous_standby_names = ''");
  await club.query("SELECT pg_reload_conf()");
  [player] = (await club.players(1, 90_000_000)) as [TestPlayer];
  race = await club.openRace();
});
afterAll(async () => {
  await club?.stop();
  await standby?.stop();
  await rm(place, { recursive: true, force: true });
});

test("lists are read from the standby, and whoever bets sees the bet at once", async () => {
  await untilReadThere();
  for (let at = 0; at < 20; at += 1) {
    const id = await betAt(club.server, player, `at once ${at}`);
    expect((await listAt(club.server, player.token))[0]).toBe(id);
  }
  await untilReadThere();
});

test("replay is paused: own bets at once, what others do within five seconds", async () => {
  await untilReadThere();
  const { token } = await club.server.operator();
  await atStandby("SELECT pg_wal_replay_pause()");
  const path = `/api/operator/players/${player.id}/adjust`;
  const body = { kind: "goodwill", amount_cents: 777, reason: "a replay that stands still" };
  const done = ok(await club.server.call("POST", path, { token, body }));
  const committedAt = performance.now();
  expect(done.status).toBe("done");
  const misses: number[] = [];
  await expect
    .poll(async () => {
      const askedAt = performance.now();
      const { list } = (
        await club.server.call("GET", "/api/statement/list", { token: player.token })
      ).body as { list: { amount_cents: number }[] };
      const isThere = list[0]?.amount_cents === 777;
      if (!isThere) misses.push(askedAt - committedAt);
      return isThere;
    })
    .toBe(true);
  expect(misses.length, "the first looks went to the standby").toBeGreaterThan(0);
  expect(misses.filter((ms) => ms > MOST_BEHIND_MS)).toEqual([]);
  const own = await betAt(club.server, player, "while it stands still");
  expect((await listAt(club.server, player.token))[0]).toBe(own);
  await atStandby("SELECT pg_wal_replay_resume()");
  await untilReadThere();
  expect((await listAt(club.server, player.token))[0]).toBe(own);
});

test("two processes that share sessions: a bet at one is seen at the other at once", async () => {
  const env = { DATABASE_READ_URL: readUrl };
  const one = await club.startBeside(env);
  const two = await club.startBeside(env);
  // So long that, alone, it would read from the standby: two looks come after each bet.
  for (let at = 0; at < 2; at += 1) {
    expect((await listAt(two, player.token)).length).toBeGreaterThan(0);
    await betAt(club.server, player, `between ${at}`);
    await untilReadThere();
  }
  await atStandby("SELECT pg_wal_replay_pause()");
  try {
    for (let at = 0; at < 5; at += 1) {
      const id = await betAt(one, player, `elsewhere ${at}`);
      expect((await listAt(two, player.token))[0]).toBe(id);
    }
  } finally {
    await atStandby("SELECT pg_wal_replay_resume()");
    await Promise.all([one.stop(), two.stop()]);
  }
});

test("an address of another database is refused; one that was promoted or is away is not", async () => {
  const primaryUrl = readUrl.replace(
    `:${standby.port}/`,
    `:${new URL(club.cluster.adminUrl).port}/`,
  );
  const promoted = await club.startBeside({ DATABASE_READ_URL: primaryUrl });
  expect(await listAt(promoted, player.token)).toEqual(await listAt(club.server, player.token));
  await promoted.stop();
  const [other] = [readUrl.replace(/\/[^/]*$/, "/postgres")];
  await expect(club.startBeside({ DATABASE_READ_URL: other })).rejects.toThrow(
    "is not a copy of that of DATABASE_URL",
  );
  const away = await club.startBeside({ DATABASE_READ_URL: readUrl.replace(/:\d+\//, ":1/") });
  expect(await listAt(away, player.token)).toEqual(await listAt(club.server, player.token));
  await away.stop();
});

test("the standby is killed: no read fails, and bets go on", async () => {
  await untilReadThere();
  let isDone = false;
  let reads = 0;
  const lanes = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      // It expects each answer to be there.
      await listAt(club.server, player.token);
      reads += 1;
    }
  });
  await expect.poll(() => reads).toBeGreaterThan(20);
  process.kill(standby.pid, "SIGKILL");
  await standby.ended;
  const before = reads;
  await expect.poll(() => reads).toBeGreaterThan(before + 100);
  isDone = true;
  await Promise.all(lanes);
  const id = await betAt(club.server, player, "without a standby");
  expect((await listAt(club.server, player.token))[0]).toBe(id);
});
