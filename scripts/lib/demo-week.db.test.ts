import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Queryable } from "../../apps/server/src/core/db/connect.ts";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { moveClock } from "../../apps/server/src/run/demo/past-clock.ts";
import { verifyBooks } from "../../apps/server/src/proofs/checks/verify-books.ts";
import { startClub, testEnv } from "../../apps/server/src/test/club.ts";
import { freshDatabase, type FreshDatabase } from "../../apps/server/src/test/database.ts";
import { liveDemoWeek } from "./demo-week.ts";

const AN_HOUR_MS = 3_600_000;

let database: FreshDatabase;
let owner: pg.Client;
let folder: string;
let said: string[];

beforeEach(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), "club-week-"));
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  said = [];
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function live(demo: "0" | "1", signal = new AbortController().signal): Promise<void> {
  const env = { ...testEnv(database.appUrl, folder), CLUB_DEMO: demo };
  await liveDemoWeek({
    settings: readSettings(env),
    env: { PATH: process.env["PATH"], ...env },
    ownerUrl: database.ownerUrl,
    say: (line) => said.push(line),
    signal,
  });
}

async function isRight(): Promise<boolean> {
  const { rows } = await owner.query<{ off: number }>(
    "SELECT abs(extract(epoch FROM clock_timestamp() - club_now()))::float AS off",
  );
  return (rows[0]?.off ?? 0) < 5;
}

test("days that break off leave the right clock, and the demo brings their races home", async () => {
  const stop = new AbortController();
  const living = live("1", stop.signal);
  const hasBets = async (): Promise<boolean> =>
    (await owner.query("SELECT FROM bet LIMIT 1")).rowCount === 1;
  await expect.poll(hasBets, { timeout: 150_000, interval: 20 }).toBe(true);
  expect(await isRight()).toBe(false);
  stop.abort();
  await living;
  expect(await isRight()).toBe(true);
  expect(said).toEqual([
    "The demo lives its last days before it opens: this takes some seconds.",
    "The demo opens without them all.",
  ]);
  await live("1");
  expect(said).toHaveLength(2);

  const club = await startClub({ database, env: { CLUB_DEMO: "1", CLUB_RATE_FACTOR: "0" } });
  try {
    const past = "start_time < club_now() - interval '1 day'";
    const races = async () =>
      (await club.query(`SELECT DISTINCT status FROM race WHERE ${past}`)).map(
        (row) => row["status"],
      );
    await expect.poll(races, { timeout: 150_000 }).toEqual(["settled"]);
    const { checks } = await verifyBooks(club.ctx);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  } finally {
    await club.close();
  }
});

test("a club that was started before lives no days: its clock has been seen", async () => {
  await owner.query(
    "INSERT INTO club (id, name, currency, time_zone) VALUES (1, 'Club', 'AUD', 'Australia/Sydney')",
  );
  await live("1");
  expect(said).toEqual([]);
});

test("a starter that was killed meanwhile: the next one of any club puts the clock right", async () => {
  await moveClock(owner as unknown as Queryable, Date.now() - AN_HOUR_MS);
  expect(await isRight()).toBe(false);
  await live("0");
  expect(await isRight()).toBe(true);
  expect(said).toEqual([]);
  const { rows } = await owner.query("SELECT FROM club");
  expect(rows).toEqual([]);
});
