import type pg from "pg";
import { failureOf } from "./schema.ts";
import type { SqlFile } from "./schema.ts";

/** What differs between the function files and the database. */
export interface ChangedFunctions {
  readonly changed: readonly SqlFile[];
  /** Names that no file has any more. */
  readonly gone: readonly string[];
}

/** "Cannot change the result, or the name of a parameter": such a function has to be dropped first. */
const OTHER_SIGNATURE = "42P13";

export async function findChangedFunctions(
  client: pg.Client,
  files: readonly SqlFile[],
): Promise<ChangedFunctions> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_function",
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  return {
    changed: files.filter(({ name, checksum }) => known.get(name) !== checksum),
    gone: [...known.keys()].filter((name) => !files.some((file) => file.name === name)),
  };
}

/**
 * Puts changed functions in place, in the caller's transaction and in any order: bodies are not
 * checked until they run. Removes what a file no longer has: overloads, and rights that it does not
 * grant.
 */
export async function putFunctions(
  client: pg.Client,
  { changed, gone }: ChangedFunctions,
  withRole: (sql: string) => string,
): Promise<void> {
  const names = [...changed.map(({ name }) => name), ...gone];
  if (names.length === 0) return;
  await client.query("SET LOCAL check_function_bodies = off");
  const before = await overloadsOf(client, names);
  await run(client, before, (name) => `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;`);
  await run(client, before, (name) => withRole(`REVOKE ALL ON FUNCTION ${name} FROM club_app;`));
  const untouched = await overloadsOf(client, names);
  for (const file of changed) await put(client, { ...file, sql: withRole(file.sql) });
  // Every function that a file defined again has moved.
  const after = new Map((await overloadsOf(client, names)).map((each) => [each.name, each.place]));
  const left = untouched.filter(({ name, place }) => after.get(name) === place);
  await run(client, left, (name) => `DROP FUNCTION ${name};`);
  await note(client, { changed, gone });
}

interface Overload {
  /** Name and types, as a statement names it. */
  readonly name: string;
  /** Where its row lies (ctid): it changes with every change of the row. */
  readonly place: string;
}

async function overloadsOf(client: pg.Client, names: readonly string[]): Promise<Overload[]> {
  const { rows } = await client.query<Overload>(
    `SELECT oid::regprocedure::text AS name, ctid::text AS place FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND proname = ANY ($1)`,
    [names],
  );
  return rows;
}

async function run(
  client: pg.Client,
  overloads: readonly Overload[],
  statement: (name: string) => string,
): Promise<void> {
  await client.query(overloads.map(({ name }) => statement(name)).join("\n"));
}

async function put(client: pg.Client, { name, sql }: SqlFile): Promise<void> {
  try {
    await client.query("SAVEPOINT put");
    await client.query(sql).catch(async (error: unknown) => {
      await client.query("ROLLBACK TO SAVEPOINT put");
      if ((error as { code?: string }).code !== OTHER_SIGNATURE) throw error;
      const overloads = await overloadsOf(client, [name]);
      await run(client, overloads, (overload) => `DROP FUNCTION ${overload};`);
      await client.query(sql);
    });
    await client.query("RELEASE SAVEPOINT put");
  } catch (cause) {
    throw failureOf(`The function ${name}`, sql, cause);
  }
}

async function note(client: pg.Client, { changed, gone }: ChangedFunctions): Promise<void> {
  await client.query(
    `INSERT INTO schema_function (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = clock_timestamp()`,
    [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum)],
  );
  await client.query("DELETE FROM schema_function WHERE name = ANY ($1)", [gone]);
}
