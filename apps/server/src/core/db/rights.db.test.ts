import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { readSchema } from "./schema.ts";

/*
 * Promise P6: the server's role has the rights written in db/schema beside each table, and no
 * others.
 */

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

/** The rights granted to its role by name, and to everybody, each as the GRANT that gives it. */
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

/** The rights written in a file, each as its GRANT, with the object that it is for. */
function written(sql: string): { right: string; on: string }[] {
  const grants = sql.matchAll(
    /^\s*GRANT ([^;]+?)\s+ON ((?:FUNCTION |SEQUENCE )?)(\w+)\s+TO club_app;/gm,
  );
  return [...grants].flatMap(([, rights = "", kind = "", on = ""]) =>
    // Commas inside a list of columns do not part rights.
    rights.split(/,\s*(?![^(]*\))/).flatMap((right) => {
      const [, verb = right, columns] = /^(\w+) \(([^)]*)\)$/.exec(right) ?? [];
      const parts = columns?.split(/,\s*/).map((column) => `${verb} (${column})`) ?? [right];
      return parts.map((part) => ({ right: `${part} ON ${kind}${on}`, on }));
    }),
  );
}

test("the role has what db/schema says, of every table, view, sequence and function, and nothing else", async () => {
  const { rows } = await admin.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  const files = await readSchema();
  const all = files.flatMap(({ sql }) => written(sql).map(({ right }) => right));
  // Given where there is such a right: since PostgreSQL 17.
  const isKnown = (right: string): boolean =>
    (rows[0]?.version ?? 0) >= 170_000 || !right.startsWith("MAINTAIN ");
  expect(all.length).toBeGreaterThan(700);
  expect(await given()).toEqual(all.filter(isKnown).toSorted());
});

test("every right stands in the file of what it is given on, and every table and view has one", async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`,
  );
  const files = await readSchema();
  const seen = new Set(files.flatMap(({ sql }) => written(sql).map(({ on }) => on)));
  expect(rows.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  const elsewhere = files.flatMap(({ name, sql }) =>
    written(sql)
      .filter(({ on }) => !isMadeIn(sql, on))
      .map(({ right }) => `${name}: ${right}`),
  );
  // `migrate` makes these two itself.
  expect(elsewhere).toEqual([
    "tables/club.sql: SELECT ON schema_migration",
    "tables/club.sql: SELECT ON schema_function",
  ]);
});

/** A sequence is made with the table whose name it begins with. */
function isMadeIn(sql: string, on: string): boolean {
  const made = [...sql.matchAll(/^CREATE (?:OR REPLACE )?(?:TABLE|VIEW|FUNCTION) (\w+)/gm)];
  return made.some(([, name = ""]) => on === name || (on.endsWith("_seq") && on.startsWith(name)));
}

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
