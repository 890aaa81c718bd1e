import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { PrimaryFinder } from "./primary.ts";

/** A migration that cannot run; one sentence for the person who starts the club. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

export interface MigrateOptions {
  /** The role that owns the schema. */
  ownerUrl: string;
  /** The role that serves players: what the files call club_app. */
  appRole: string;
  /** Folder of NNNN-name.sql files; default: the club's own. */
  folder?: string;
  /** Refuses new files while a race is open: an upgrade waits for the end of the day. */
  isFrozenOnRaceDay?: boolean;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const FOLDER = join(import.meta.dirname, "migrations");
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Any fixed number: the same for every process that might migrate this database. */
const MIGRATION_LOCK = 4_206_180_811;
const LOCK_TIMEOUT = "2s";
const WAIT_FOR_OTHERS_MS = 120_000;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
  )`;

/**
 * Brings the schema up to date: every file not yet applied, in order, one transaction each. Several
 * processes may call it at once; one migrates and the others find nothing to do.
 *
 * @returns the names that were applied now.
 * @throws MigrationError when an applied file was changed, or a new one comes before applied ones, or
 *   the club is frozen and a race is open.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? FOLDER);
  const client = await connectOwner(options.ownerUrl);
  try {
    await client.query(`SET statement_timeout = ${WAIT_FOR_OTHERS_MS}`);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("SET statement_timeout = 0");
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(CREATE_TABLE);
    const waiting = await findWaiting(client, migrations);
    if (options.isFrozenOnRaceDay === true) await refuseOnRaceDay(client, waiting);
    const owner = await currentRole(client);
    for (const migration of waiting) {
      await apply(client, migration, { owner, app: options.appRole });
    }
    return waiting.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** The role that a database URL signs in as. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url.replace(/,[^/]*/, "")).username);
}

/**
 * Puts the name of the real role where GRANT and REVOKE statements say club_app. Where one role does
 * both jobs those statements fall away: an owner has every right, and must not take them from itself.
 */
export function withAppRole(sql: string, roles: { owner: string; app: string }): string {
  const quoted = pg.escapeIdentifier(roles.app);
  return sql.replace(/^[ \t]*(GRANT|REVOKE|ALTER DEFAULT PRIVILEGES)\b[^;]*;/gim, (statement) => {
    if (!/\bclub_app\b/.test(statement)) return statement;
    return roles.app === roles.owner ? "" : statement.replaceAll(/\bclub_app\b/g, quoted);
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = name.slice(0, 4);
    if (!FILE_NAME.test(name) || numbers.has(number)) {
      throw new MigrationError(`The migration ${name} needs a number of its own: NNNN-name.sql.`);
    }
    numbers.add(number);
    const sql = await readFile(join(folder, name), "utf8");
    const checksum = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
    migrations.push({ name, sql, checksum });
  }
  return migrations;
}

async function connectOwner(ownerUrl: string): Promise<pg.Client> {
  const primary = new PrimaryFinder(ownerUrl);
  await primary.find();
  const client = new pg.Client({
    connectionString: primary.url,
    application_name: "club migrations",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Names applied that no file has are fine: a newer release ran here, and its schema serves us too. */
async function findWaiting(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_migration ORDER BY name",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const last = rows.at(-1)?.name ?? "";
  const waiting: Migration[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined && migration.name < last) {
      throw new MigrationError(`${migration.name} comes before ${last}, which is applied already.`);
    }
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new MigrationError(
        `${migration.name} was changed after it was applied; add a new migration instead.`,
      );
    }
    if (checksum === undefined) waiting.push(migration);
  }
  return waiting;
}

async function refuseOnRaceDay(client: pg.Client, waiting: Migration[]): Promise<void> {
  const [first] = waiting;
  if (first === undefined) return;
  const { rows: tables } = await client.query<{ is_club: boolean }>(
    "SELECT to_regclass('race') IS NOT NULL AS is_club",
  );
  if (tables[0]?.is_club !== true) return;
  const { rows } = await client.query<{ open: number; until: Date | null }>(
    "SELECT count(*)::int AS open, max(start_time) AS until FROM race WHERE status = 'open'",
  );
  const { open = 0, until = null } = rows[0] ?? {};
  if (open === 0 || until === null) return;
  throw new MigrationError(
    `${open} races are open, the last until ${until.toISOString()}, and ${first.name} would change the schema under them: start the earlier release until then, or set CLUB_FREEZE=0.`,
  );
}

async function apply(
  client: pg.Client,
  migration: Migration,
  roles: { owner: string; app: string },
): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(withAppRole(migration.sql, roles));
    await client.query("INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK").catch(() => undefined);
    const text = cause instanceof Error ? cause.message : String(cause);
    const place = `${migration.name}${lineOf(cause, migration.sql)}`;
    throw new MigrationError(`The migration ${place} failed: ${text}.`, { cause });
  }
}

/** ":LINE" of the statement that the server points at; role names in front may shift it by a few letters. */
function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? `:${sql.slice(0, position).split("\n").length}` : "";
}

async function currentRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
  return rows[0]?.role ?? "";
}
