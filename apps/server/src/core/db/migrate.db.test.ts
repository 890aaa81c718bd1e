import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, describe } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

let folder: string;
let database: FreshDatabase;
let owner: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "club-migrate-"));
  await mkdir(join(folder, "migrations"));
  await mkdir(join(folder, "schema/functions"), { recursive: true });
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
  await writeFile(join(folder, "migrations", name), sql);
}

async function putFunction(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, "schema/functions", `${name}.sql`), sql);
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
  await rm(join(folder, "migrations/0002-b.sql"));
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

describe("functions", () => {
  const ONE = "CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';\n";
  const GRANT = "GRANT EXECUTE ON FUNCTION one TO club_app;\n";

  /** Every function with who may call it, and the moment when it was last put in place. */
  async function functions(): Promise<string[]> {
    const { rows } = await owner.query<{ said: string }>(
      `SELECT oid::regprocedure || ' ' || pg_get_function_result(oid)
         || CASE WHEN has_function_privilege('club_app', oid, 'EXECUTE') THEN ' club_app' ELSE '' END AS said
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ said }) => said);
  }

  async function putAt(): Promise<Record<string, Date>> {
    const { rows } = await owner.query<{ name: string; applied_at: Date }>(
      "SELECT name, applied_at FROM schema_function",
    );
    return Object.fromEntries(rows.map(({ name, applied_at }) => [name, applied_at]));
  }

  beforeEach(async () => {
    await owner.query("ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC");
  });

  test("are put in place after the migrations, whichever calls which, and again only when their file changes", async () => {
    await put("0001-a.sql", "CREATE TABLE note (a int);");
    await putFunction(
      "all_of",
      "CREATE OR REPLACE FUNCTION all_of(n note) RETURNS int LANGUAGE sql AS 'SELECT later() + n.a';",
    );
    await putFunction(
      "later",
      "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 2';",
    );
    await run();
    expect((await owner.query("SELECT all_of(ROW(1)::note) AS n")).rows).toEqual([{ n: 3 }]);
    const before = await putAt();
    await run();
    expect(await putAt()).toEqual(before);
    await putFunction(
      "later",
      "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 4';",
    );
    await run();
    expect((await owner.query("SELECT all_of(ROW(1)::note) AS n")).rows).toEqual([{ n: 5 }]);
    expect((await putAt())["all_of"]).toEqual(before["all_of"]);
  });

  test("with another signature or result take the place of the old ones; overloads of a name stay together", async () => {
    await putFunction("one", `${ONE}${GRANT}`);
    await run();
    expect(await functions()).toEqual(["one() integer club_app"]);
    await putFunction(
      "one",
      "CREATE OR REPLACE FUNCTION one() RETURNS text LANGUAGE sql AS 'SELECT 1::text';\nCREATE OR REPLACE FUNCTION one(a int) RETURNS int LANGUAGE sql AS 'SELECT a';",
    );
    await run();
    expect(await functions()).toEqual(["one() text", "one(integer) integer"]);
    await putFunction(
      "one",
      "CREATE OR REPLACE FUNCTION one(a int) RETURNS int LANGUAGE sql AS 'SELECT a + 1';",
    );
    await run();
    expect(await functions()).toEqual(["one(integer) integer"]);
  });

  test("lose a right that their file no longer gives, and go with their file", async () => {
    await putFunction("one", `${ONE}${GRANT}`);
    await run();
    await owner.query("GRANT EXECUTE ON FUNCTION one TO PUBLIC");
    await putFunction("one", ONE);
    await run();
    expect(await functions()).toEqual(["one() integer"]);
    await rm(join(folder, "schema/functions/one.sql"));
    await run();
    expect(await functions()).toEqual([]);
    expect(await putAt()).toEqual({});
  });

  test("of a newer release stay when an earlier one starts", async () => {
    await put("0001-a.sql", "SELECT 1;");
    await put("0002-b.sql", "SELECT 1;");
    await putFunction(
      "one",
      "CREATE OR REPLACE FUNCTION one(a int) RETURNS int LANGUAGE sql AS 'SELECT a';",
    );
    await run();
    await rm(join(folder, "migrations/0002-b.sql"));
    await putFunction("one", ONE);
    await run();
    expect(await functions()).toEqual(["one(integer) integer"]);
  });

  test("come with the last migration or not at all, and one that fails is named with its line", async () => {
    await put("0001-a.sql", "CREATE TABLE note (a int);");
    await putFunction("one", `${ONE}SELECT nonsense;`);
    await expect(run()).rejects.toThrow(
      'The function one:2 failed: column "nonsense" does not exist',
    );
    expect(await functions()).toEqual([]);
    expect((await owner.query("SELECT to_regclass('note') AS t")).rows).toEqual([{ t: null }]);
    expect((await owner.query("SELECT FROM schema_migration")).rowCount).toBe(0);
  });

  test("stay while a race is open and the club is frozen", async () => {
    await put("0001-a.sql", "CREATE TABLE race (status text, start_time timestamptz);");
    await run();
    await owner.query("INSERT INTO race VALUES ('open', now() + interval '1 hour')");
    await putFunction("one", ONE);
    await expect(
      migrate({
        ownerUrl: database.ownerUrl,
        appRole: "club_app",
        folder,
        isFrozenOnRaceDay: true,
      }),
    ).rejects.toThrow(/^1 races are open, .*and one would change/);
    expect(await functions()).toEqual([]);
  });

  test("in a migration do not count in its checksum", async () => {
    const held = (body: string): string =>
      `SELECT 1;\n\n-- <function>\n${body}-- </function>\n\nSELECT 2;\n`;
    await put("0001-a.sql", held(ONE));
    await run();
    await put("0001-a.sql", held(`${ONE}${GRANT}`));
    expect(await run()).toEqual([]);
    await put("0001-a.sql", held(ONE).replace("SELECT 2", "SELECT 3"));
    await expect(run()).rejects.toThrow("0001-a.sql was changed after it was applied");
  });
});
