import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Queryable } from "../../apps/server/src/core/db/connect.ts";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { moveClock } from "../../apps/server/src/run/demo/past-clock.ts";
import { testEnv } from "../../apps/server/src/test/club.ts";
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

test("days that break off leave the club with the right clock, and nobody is made to wait for the rest", async () => {
  const stop = new AbortController();
  const living = live("1", stop.signal);
  const hasBegun = async (): Promise<boolean> => {
    const { rows } = await owner.query("SELECT FROM player LIMIT 1");
    return rows.length > 0 && !(await isRight());
  };
  await expect.poll(hasBegun, { timeout: 150_000, interval: 20 }).toBe(true);
  stop.abort();
  await living;
  expect(await isRight()).toBe(true);
  expect(said).toEqual([
    "The demo lives its last days before it opens: this takes some seconds.",
    "The demo opens without them all.",
  ]);
  await live("1");
  expect(said).toHaveLength(2);
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
