import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { FUNCTIONS, SEQUENCES, TABLE_RIGHTS, VIEWS } from "./rights.table.ts";

/* Promise P6: the server's role has the rights of the list and no others. */

let database: FreshDatabase;
let admin: pg.Client;
let server: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  server = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([admin.connect(), server.connect()]);
});
afterAll(async () => {
  await Promise.all([admin.end(), server.end()]);
  await database.drop();
});

/** Rights that its role has by name, and those that everybody has, as the GRANT that gives each. */
const GIVEN = `
  WITH held AS (
    SELECT relname AS name, relkind AS kind, NULL AS part, a.* FROM pg_class, aclexplode(relacl) a
    WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT c.relname, c.relkind, t.attname, a.* FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
    WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT proname, 'f', NULL, a.* FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
    WHERE pronamespace = 'public'::regnamespace
  )
  SELECT DISTINCT privilege_type || coalesce(' (' || part || ')', '') || ' ON '
    || CASE kind WHEN 'f' THEN 'FUNCTION ' WHEN 'S' THEN 'SEQUENCE ' ELSE '' END || name
    || CASE WHEN grantee = 0 THEN ' TO PUBLIC' ELSE '' END AS given
  FROM held WHERE grantee = 0 OR grantee = 'club_app'::regrole`;

async function given(): Promise<string[]> {
  return (await admin.query<{ given: string }>(GIVEN)).rows.map((row) => row.given).toSorted();
}

function listed(version: number): string[] {
  const ofTables = Object.entries(TABLE_RIGHTS).flatMap(([name, may]) => [
    `SELECT ON ${name}`,
    ...(may.insert === true ? [`INSERT ON ${name}`] : []),
    ...(may.delete === true ? [`DELETE ON ${name}`] : []),
    ...(may.update ?? "")
      .split(" ")
      .filter((column) => column !== "")
      .map((column) => `UPDATE (${column}) ON ${name}`),
  ]);
  return [
    ...ofTables,
    ...VIEWS.map((name) => `SELECT ON ${name}`),
    ...FUNCTIONS.map((name) => `EXECUTE ON FUNCTION ${name}`),
    ...SEQUENCES.map((name) => `USAGE ON SEQUENCE ${name}`),
    // Given where there is such a right: since PostgreSQL 17.
    ...(version >= 170_000 ? ["MAINTAIN ON pool_delta"] : []),
  ].toSorted();
}

test("the role has what the list says, of every table, view, sequence and function, and nothing else", async () => {
  const { rows } = await admin.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  expect(await given()).toEqual(listed(rows[0]?.version ?? 0));
});

test("every table and every view has its line", async () => {
  const { rows } = await admin.query<{ name: string; kind: string }>(
    `SELECT relname AS name, relkind AS kind FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY 1`,
  );
  const named = (kinds: string) =>
    rows.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  expect(named("rp")).toEqual(Object.keys(TABLE_RIGHTS).toSorted());
  expect(named("vm")).toEqual(VIEWS.toSorted());
});

test("what is made later gives no right by itself, neither to the role nor to everybody", async () => {
  const before = await given();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    `CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY); CREATE VIEW later_view AS SELECT 1 AS a;
     CREATE FUNCTION later_function() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
  );
  await owner.end();
  expect(await given()).toEqual(before);
  await expect(server.query("SELECT FROM later")).rejects.toMatchObject({ code: "42501" });
});

describe("what is history cannot be changed", () => {
  test.each([
    "UPDATE chain_text SET since = 'infinity'",
    "DELETE FROM chain_text",
    "INSERT INTO chain_text VALUES ('races', now())",
    "UPDATE signing_key SET public_key = public_key",
    "DELETE FROM signing_key",
    "UPDATE race_root SET root = root",
    "UPDATE result SET placings = placings",
    "DELETE FROM result",
    "UPDATE settlement SET outcome = outcome",
    "UPDATE settlement SET facts = facts",
    "DELETE FROM settlement",
    "UPDATE exclusion_list SET hash = hash",
    "UPDATE incident_note SET text = text",
    "DELETE FROM incident_note",
    "DELETE FROM day_replay",
    "UPDATE setting SET value = value",
    "UPDATE rule_set SET rules = rules",
    "UPDATE account SET kind = kind",
    "TRUNCATE bet",
  ])("%s", async (sql) => {
    await expect(server.query(sql)).rejects.toMatchObject({ code: "42501" });
  });

  test("nor by the owner's own functions, hung on a table that the role makes", async () => {
    await server.query("CREATE TEMP TABLE own (id uuid, status text)");
    for (const name of ["erase_money_papers", "erase_player_file", "erase_refused_bets"]) {
      await expect(
        server.query(
          `CREATE TRIGGER t AFTER UPDATE ON own FOR EACH ROW EXECUTE FUNCTION ${name}()`,
        ),
        name,
      ).rejects.toMatchObject({ code: "42501" });
    }
  });
});
