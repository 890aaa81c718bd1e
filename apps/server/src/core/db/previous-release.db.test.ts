import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";
import { DB_FOLDER, migrationNames } from "./schema.ts";

/**
 * P18: during an upgrade, servers of the previous release run on the new schema. Every statement in
 * its source (`node scripts/record-statements.ts`) is planned there by the role that runs it.
 * Nothing that it reads or writes may be gone, renamed, of another type, or demand more than it
 * supplies.
 */
const STATEMENTS = join(import.meta.dirname, "fixtures/released-statements.json");
/**
 * The last migration of that release. Each release records its statements anew and moves this on.
 */
const RELEASED = "0002-deliveries.sql";

let then: FreshDatabase;
let now: FreshDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "club-previous-release-"));
  now = await freshDatabase();
  then = await freshDatabase("template0");
  await mkdir(join(folder, "migrations"));
  // The old release's functions are those in its migrations.
  await mkdir(join(folder, "schema/functions"), { recursive: true });
  for (const name of await migrationNames()) {
    const path = join("migrations", name);
    if (name <= RELEASED) await cp(join(DB_FOLDER, path), join(folder, path));
  }
  await migrate({ ownerUrl: then.ownerUrl, appRole: "club_app", folder });
});
afterAll(async () => {
  await then.drop();
  await now.drop();
  await rm(folder, { recursive: true, force: true });
});

test("every statement of the previous release is planned on the new schema, by the server's own role", async () => {
  const all = JSON.parse(await readFile(STATEMENTS, "utf8")) as string[];
  const before = await refusedOf(then.appUrl, all);
  // Fragments of other statements, and those of the owner, are no statements of the server.
  const ran = all.filter((statement) => !before.has(statement));
  expect(ran.length).toBeGreaterThan(600);
  expect(ran.some((statement) => statement.includes("place_bets("))).toBe(true);
  expect([...(await refusedOf(now.appUrl, ran))]).toEqual([]);
});

test("nothing that the previous release uses is gone, of another type, or narrower", async () => {
  const [old, is] = [await schemaOf(then), await schemaOf(now)];
  expect(old.columns.size).toBeGreaterThan(500);
  expect(changesOf(old, is)).toEqual([]);
});

test("a renamed column, one that every insert must name, a narrower rule would show", async () => {
  await ask(
    now.ownerUrl,
    `ALTER TABLE top_up RENAME COLUMN reference TO mark; ALTER TABLE wallet ADD COLUMN note text NOT NULL;
     ALTER TABLE race ADD CONSTRAINT race_early CHECK (number < 20)`,
  );
  expect(changesOf(await schemaOf(then), await schemaOf(now)).toSorted()).toEqual([
    "race.race_early: CHECK ((number < 20))",
    "top_up.mark has to be named",
    "top_up.reference: text became nothing",
    "wallet.note has to be named",
  ]);
  const statement = "SELECT reference FROM top_up WHERE id = $1";
  expect([...(await refusedOf(now.appUrl, [statement])).keys()]).toEqual([statement]);
});

/** Changes that would break the old release. */
function changesOf(old: Schema, is: Schema): string[] {
  const tables = new Set([...old.columns.keys()].map(tableOf));
  // A column that the old schema does not require must not become required.
  const asked = [...is.needed].filter((name) => tables.has(tableOf(name)) && !old.needed.has(name));
  return [
    ...missing(old.columns, is.columns),
    ...missing(old.functions, is.functions),
    ...asked.map((name) => `${name} has to be named`),
    ...narrower(old, is),
  ];
}

/** The database's error for each statement that it would not plan. */
async function refusedOf(url: string, statements: readonly string[]): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const refused = new Map<string, string>();
  try {
    for (const statement of statements) {
      try {
        await client.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      } catch (error) {
        refused.set(statement, (error as Error).message);
      }
    }
  } finally {
    await client.end();
  }
  return refused;
}

interface Schema {
  /** Type of each column of a table or a view. */
  readonly columns: ReadonlyMap<string, string>;
  /** Result of each function by name and arguments. */
  readonly functions: ReadonlyMap<string, string>;
  /** Columns that every insert has to name. */
  readonly needed: ReadonlySet<string>;
  /** Checks and unique indexes by table and name. */
  readonly rules: ReadonlyMap<string, string>;
}

async function schemaOf(database: FreshDatabase): Promise<Schema> {
  const columns = await ask(
    database.adminUrl,
    `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS said,
       c.relkind = 'r' AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS is_needed
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const functions = await ask(
    database.adminUrl,
    `SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name,
       pg_get_function_result(p.oid) AS said
     FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`,
  );
  const rules = await ask(
    database.adminUrl,
    `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS said FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND conrelid <> 0
     UNION ALL
     SELECT indrelid::regclass || '.' || indexrelid::regclass, pg_get_indexdef(indexrelid) FROM pg_index
     WHERE indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  );
  return {
    columns: mapOf(columns),
    functions: mapOf(functions),
    needed: new Set(columns.filter((row) => row.is_needed === true).map((row) => row.name)),
    rules: mapOf(rules),
  };
}

const mapOf = (rows: readonly Row[]): Map<string, string> =>
  new Map(rows.map((row) => [row.name, row.said]));

function missing(old: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  return [...old].flatMap(([name, said]) =>
    is.get(name) === said ? [] : [`${name}: ${said} became ${is.get(name) ?? "nothing"}`],
  );
}

/** What a race may offer is no list of words any more: `pool_type` has them all. */
const WIDER: ReadonlySet<string> = new Set(["race.race_offered_check"]);

/**
 * Constraints of the old tables that are new or changed. Left out are those about a column that the
 * old release does not touch, those that have another name alone, and those that still allow every
 * word that they named.
 */
function narrower(old: Schema, is: Schema): string[] {
  const known = new Set([...old.rules].map(([name, said]) => `${tableOf(name)} ${said}`));
  const tables = new Set([...old.columns.keys()].map(tableOf));
  const added = [...is.columns.keys()].filter((name) => !old.columns.has(name));
  return [...is.rules].flatMap(([name, said]) => {
    const table = tableOf(name);
    const before = old.rules.get(name);
    if (!tables.has(table) || known.has(`${table} ${said}`) || WIDER.has(name)) return [];
    const words = [...(before ?? "").matchAll(/'[^']*'/g)].map(([word]) => word);
    const isWider = before !== undefined && words.every((word) => said.includes(word));
    const plain = said.replaceAll(/'[^']*'/g, "");
    const isAboutNew = added.some(
      (column) =>
        tableOf(column) === table &&
        new RegExp(String.raw`\b${column.slice(table.length + 1)}\b`).test(plain),
    );
    return isWider || isAboutNew ? [] : [`${name}: ${said}`];
  });
}

const tableOf = (name: string): string => name.slice(0, name.indexOf("."));

interface Row {
  readonly name: string;
  readonly said: string;
  readonly is_needed?: boolean;
}

async function ask(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
