import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueOf, rowsOf } from "../../test/catalogue.ts";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { OWN_TABLES } from "./migrate.ts";
import { putPoolTypes } from "./put-pool-types.ts";
import { wholeSchema } from "./schema.ts";

/* db/schema says what is, db/migrations how a club gets there: both must end in the same schema. */

let migrated: FreshDatabase;
let made: FreshDatabase;
let one: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  migrated = await freshDatabase();
  made = await freshDatabase("template0");
  one = new pg.Client({ connectionString: migrated.ownerUrl });
  other = new pg.Client({ connectionString: made.ownerUrl });
  await Promise.all([one.connect(), other.connect()]);
  // Which the clubs of tests have besides.
  await one.query("DELETE FROM setting WHERE name IN ('receiving_accounts', 'sports')");
  await other.query(`BEGIN; ${OWN_TABLES}; ${await wholeSchema()}; COMMIT`);
  await putPoolTypes(other);
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await Promise.all([migrated.drop(), made.drop()]);
});

test("the migrations end at what db/schema says: columns, rules, functions, rights, and what a club begins with", async () => {
  const catalogue = await catalogueOf(one);
  expect(catalogue.length).toBeGreaterThan(2500);
  expect(await catalogueOf(other)).toEqual(catalogue);
  const rows = await rowsOf(one);
  expect(rows).toHaveLength(40);
  expect(await rowsOf(other)).toEqual(rows);
});

test.each([
  ["a column", "ALTER TABLE race ADD COLUMN weather text"],
  ["a default", "ALTER TABLE delivery ALTER COLUMN kind SET DEFAULT 'notice'"],
  ["a rule", "ALTER TABLE race DROP CONSTRAINT race_check3"],
  ["a foreign key", "ALTER TABLE operator DROP CONSTRAINT operator_player_id_fkey"],
  ["an index", "DROP INDEX bet_pool_id"],
  ["a trigger", "ALTER TABLE entry DISABLE TRIGGER entry_append_only"],
  [
    "a function's body",
    "CREATE OR REPLACE FUNCTION race_lock_key(race_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 1::bigint'",
  ],
  ["a function's settings", "ALTER FUNCTION place_bets RESET plan_cache_mode"],
  [
    "a view",
    "CREATE OR REPLACE VIEW wager AS SELECT id, player_id, cost_cents, accepted_at FROM bet",
  ],
  ["a right on a table", "GRANT TRUNCATE ON bet TO club_app"],
  ["a right on a column", "GRANT UPDATE (value) ON setting TO club_app"],
  ["a right on a function", "GRANT EXECUTE ON FUNCTION erase_player_file TO PUBLIC"],
  ["a right given by itself", "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO club_app"],
  ["how a table is stored", "ALTER TABLE wallet RESET (fillfactor)"],
])("%s that only one of them has would show", async (_what, sql) => {
  const before = await catalogueOf(one);
  await one.query("BEGIN");
  await one.query(sql);
  expect(await catalogueOf(one)).not.toEqual(before);
  await one.query("ROLLBACK");
});
