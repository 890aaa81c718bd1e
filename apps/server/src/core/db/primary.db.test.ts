import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { Wire } from "../../test/wire.ts";
import { connectDatabase, DatabaseAway } from "./connect.ts";
import type { Database } from "./connect.ts";
import { PrimaryFinder } from "./primary.ts";

let fresh: FreshDatabase;
let db: Database;
let errors: string[];

beforeEach(async () => {
  fresh = await freshDatabase();
  errors = [];
  db = connectDatabase({ url: fresh.appUrl, onError: (error) => errors.push(error.message) });
  await asAdmin("CREATE TABLE note (a int PRIMARY KEY); GRANT ALL ON note TO club_app");
});
afterEach(async () => {
  await db.end();
  await fresh.drop();
});

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: fresh.adminUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

test("of several hosts the one that is a primary is used", async () => {
  const port = new URL(fresh.appUrl).port;
  const url = fresh.appUrl.replace(`127.0.0.1:${port}`, `127.0.0.1:1,127.0.0.1:${port}`);
  const several = connectDatabase({ url });
  expect((await several.bets.query("SELECT 1 AS a")).rows).toEqual([{ a: 1 }]);
  const finder = new PrimaryFinder(url);
  expect(finder.hasLeft("elsewhere")).toBe(false);
  await finder.find();
  expect([fresh.appUrl, "elsewhere"].map((each) => finder.hasLeft(each))).toEqual([false, true]);
  finder.forget();
  expect(finder.hasLeft("elsewhere")).toBe(false);
  const none = connectDatabase({ url: "postgres://a:b@127.0.0.1:1,127.0.0.1:2/x" });
  await expect(none.bets.query("SELECT 1")).rejects.toBeInstanceOf(DatabaseAway);
  await several.end();
  await none.end();
});

test("a kept connection is not used once the primary is elsewhere", async () => {
  const [before, after] = [await Wire.open(fresh.appUrl), await Wire.open(fresh.appUrl)];
  after.isSilent = true;
  const moves = connectDatabase({
    url: before.url().replace(/:(\d+)\//, `:$1,127.0.0.1:${new URL(after.url()).port}/`),
  });
  await moves.fill();
  before.isSilent = true;
  after.isSilent = false;
  expect((await moves.money.query("SELECT 1 AS a")).rows).toEqual([{ a: 1 }]);
  expect((await moves.bets.query("SELECT 1 AS a")).rows).toEqual([{ a: 1 }]);
  await moves.end();
  before.close();
  after.close();
});

test("a server that became a standby is away, also at an address of one host", async () => {
  const count = async () => (await db.sessions.query("SELECT count(*)::int AS n FROM note")).rows;
  expect(await count()).toEqual([{ n: 0 }]);
  // As a connection sees it that was made behind a balancer just after the change.
  await asAdmin(`CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
    GRANT EXECUTE ON FUNCTION public.pg_is_in_recovery TO club_app;
    ALTER DATABASE ${fresh.name} SET search_path = public, pg_catalog`);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'club sessions' AND datname = current_database()`);
  await expect.poll(() => errors).toHaveLength(1);
  await expect(count()).rejects.toThrow(DatabaseAway);
});
