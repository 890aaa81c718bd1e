import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The schema and its migrations. No other file says where they are. */
export const DB_FOLDER = join(import.meta.dirname, "../../../../../db");

/** In this order: a table stands below those that it refers to. */
const AREAS = ["desk", "people", "money", "racing", "sports", "proofs", "club"] as const;

/** A schema that cannot be brought up to date; one sentence for the person who starts the club. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/** What failed, and ":LINE" of the statement that the server points at; role names in front may shift it by a few letters. */
export function failureOf(what: string, sql: string, cause: unknown): MigrationError {
  const position = Number((cause as { position?: string }).position);
  const line = position > 0 ? `:${sql.slice(0, position).split("\n").length}` : "";
  const text = cause instanceof Error ? cause.message : String(cause);
  return new MigrationError(`${what}${line} failed: ${text}.`, { cause });
}

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The club's migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return await sqlNames(join(DB_FOLDER, "migrations"));
}

/** The SQL files of a folder, in order of name. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await sqlNames(folder);
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: checksumOf(sql) };
    }),
  );
}

async function sqlNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
}

/** The function files: each is named as its function, and holds all overloads of that name. */
export async function readFunctions(folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(join(folder, "schema/functions"));
  return files.map((file) => ({ ...file, name: file.name.slice(0, -".sql".length) }));
}

/**
 * A migration may hold functions as they were when it was written, each between the lines `--
 * <function>` and `-- </function>`. They do not count in the checksum: a function has a checksum of
 * its own, and a changed one is put in place.
 */
export function checksumOf(sql: string): string {
  const lines = sql.replaceAll("\r\n", "\n");
  const counted = lines.replaceAll(/^-- <function>\n[\s\S]*?^-- <\/function>\n\n?/gm, "");
  return createHash("sha256").update(counted).digest("hex");
}

/**
 * The files of the schema, in an order in which it can be created. Functions come first, since
 * defaults and triggers name them, except those that take a row of a table, which come after the
 * tables. Then come the views, and the rows that a club begins with.
 */
export async function readSchema(): Promise<Pick<SqlFile, "name" | "sql">[]> {
  const read = async (name: string): Promise<Pick<SqlFile, "name" | "sql">> => ({
    name,
    sql: await readFile(join(DB_FOLDER, "schema", name), "utf8"),
  });
  const tables = await Promise.all(AREAS.map(async (area) => await read(`tables/${area}.sql`)));
  const names = new Set(tables.flatMap(({ sql }) => tablesOf(sql)));
  const functions = await readFunctions(DB_FOLDER);
  const takesRow = functions.filter(({ sql }) => typesOf(sql).some((type) => names.has(type)));
  const others = functions.filter((file) => !takesRow.includes(file));
  return [...others, ...tables, ...takesRow, await read("views.sql"), await read("seed.sql")];
}

/** The whole schema as one text. */
export async function wholeSchema(): Promise<string> {
  const files = await readSchema();
  return [
    "SET LOCAL check_function_bodies = off;\n",
    // Whoever may execute a trigger's function may attach it to a table of their own, even one with
    // the owner's rights.
    "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;\n",
    ...files.map(({ sql }) => sql),
  ].join("\n");
}

const tablesOf = (sql: string): string[] =>
  [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name = ""]) => name);

/** The types of a function file's parameters. */
function typesOf(sql: string): string[] {
  const heads = sql.matchAll(/^CREATE OR REPLACE FUNCTION \w+\(([^)]*)\)/gm);
  return [...heads].flatMap(([, parameters = ""]) =>
    parameters.split(",").map((parameter) => /^\s*\w+ (\w+)/.exec(parameter)?.[1] ?? ""),
  );
}
