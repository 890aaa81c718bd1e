import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

let folder: string;
let database: FreshDatabase;
let owner: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "club-migrate-"));
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});

afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function put(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, name), sql);
}

async function run(): Promise<string[]> {
  return await migrate({ ownerUrl: database.ownerUrl, appRole: "club_app", folder });
}

test("in order, once, with the rights of the app's role", async () => {
  await owner.query("GRANT USAGE ON SCHEMA public TO PUBLIC");
  await put("0002-b.sql", "INSERT INTO note VALUES (2); GRANT SELECT ON note TO club_app;");
  await put("0001-a.sql", "CREATE TABLE note (a int);\nGRANT INSERT ON note TO club_app;");
  expect(await run()).toEqual(["0001-a.sql", "0002-b.sql"]);
  expect(await run()).toEqual([]);
  const { rows } = await owner.query(
    "SELECT has_table_privilege('club_app', 'note', 'INSERT') AS i",
  );
  expect(rows).toEqual([{ i: true }]);
});

test("five processes at once apply it once", async () => {
  await put("0001-a.sql", "CREATE TABLE note (a int); SELECT pg_sleep(0.2);");
  await put("0002-b.sql", "INSERT INTO note VALUES (1);");
  const applied = await Promise.all(Array.from({ length: 5 }, run));
  expect(applied.flat().toSorted()).toEqual(["0001-a.sql", "0002-b.sql"]);
  expect((await owner.query("SELECT a FROM note")).rowCount).toBe(1);
});

test("a change after it was applied is refused", async () => {
  await put("0001-a.sql", "CREATE TABLE note (a int);");
  await run();
  await put("0001-a.sql", "CREATE TABLE note (a bigint);");
  await expect(run()).rejects.toThrow("0001-a.sql was changed after it was applied");
});

test("frozen: nothing new while a race is open, and again when none is", async () => {
  await put("0001-a.sql", "CREATE TABLE race (status text, start_time timestamptz);");
  const frozen = async (): Promise<string[]> =>
    await migrate({
      ownerUrl: database.ownerUrl,
      appRole: "club_app",
      folder,
      isFrozenOnRaceDay: true,
    });
  expect(await frozen()).toEqual(["0001-a.sql"]);
  await owner.query("INSERT INTO race VALUES ('open', now() + interval '1 hour')");
  expect(await frozen()).toEqual([]);
  await put("0002-b.sql", "CREATE TABLE note (a int);");
  await expect(frozen()).rejects.toThrow(/^1 races are open, .*0002-b\.sql/);
  expect((await owner.query("SELECT to_regclass('note') AS t")).rows).toEqual([{ t: null }]);
  await owner.query("UPDATE race SET status = 'closed'");
  expect(await frozen()).toEqual(["0002-b.sql"]);
});

test("one that comes late is refused", async () => {
  await put("0002-b.sql", "SELECT 1;");
  await run();
  await put("0001-a.sql", "SELECT 1;");
  await expect(run()).rejects.toThrow("0001-a.sql comes before 0002-b.sql");
});

test("a newer release's migrations do not hinder the previous one", async () => {
  await put("0001-a.sql", "SELECT 1;");
  await put("0002-b.sql", "SELECT 1;");
  await run();
  await rm(join(folder, "0002-b.sql"));
  expect(await run()).toEqual([]);
});

test("a failing one leaves nothing and names its line", async () => {
  await put("0001-a.sql", "CREATE TABLE note (a int);\nSELECT nonsense;");
  await expect(run()).rejects.toThrow('0001-a.sql:2 failed: column "nonsense" does not exist');
  expect((await owner.query("SELECT to_regclass('note') AS t")).rows).toEqual([{ t: null }]);
});

test("it does not wait for a lock for long", async () => {
  await put("0001-a.sql", "CREATE TABLE note (a int);");
  await run();
  await put("0002-b.sql", "ALTER TABLE note ADD b int;");
  await owner.query("BEGIN; LOCK TABLE note IN ACCESS SHARE MODE");
  await expect(run()).rejects.toThrow("lock timeout");
  await owner.query("ROLLBACK");
  expect(await run()).toEqual(["0002-b.sql"]);
});

test.each(["1-a.sql", "0001-A.sql", "0001 a.sql"])("the name %s is refused", async (name) => {
  await put(name, "SELECT 1;");
  await expect(run()).rejects.toThrow("needs a number of its own");
});

test("two with one number are refused", async () => {
  await put("0001-a.sql", "SELECT 1;");
  await put("0001-b.sql", "SELECT 1;");
  await expect(run()).rejects.toThrow("needs a number of its own");
});
