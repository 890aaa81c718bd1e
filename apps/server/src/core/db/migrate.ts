import { join } from "node:path";
import pg from "pg";
import { isOldClub, readAdoption } from "./adopt.ts";
import { PrimaryFinder, splitHosts } from "./primary.ts";
import { findChangedFunctions, putFunctions } from "./put-functions.ts";
import type { ChangedFunctions } from "./put-functions.ts";
import { putPoolTypes } from "./put-pool-types.ts";
import { DB_FOLDER, failureOf, MigrationError, readFunctions, readSqlFiles } from "./schema.ts";
import type { SqlFile } from "./schema.ts";

export { MigrationError } from "./schema.ts";

export interface MigrateOptions {
  /** The role that owns the schema. */
  ownerUrl: string;
  /** The role that serves players: what the files call club_app. */
  appRole: string;
  /** Folder of `migrations` and `schema/functions`; default: the club's own. */
  folder?: string;
  /** Refuses new migrations while a race is open: an upgrade waits for the end of the day. */
  isFrozenOnRaceDay?: boolean;
  /** Told when a newer release ran here: nothing is changed then, and this release runs on it. */
  onNewer?: (steps: { readonly theirs: string; readonly ours: string }) => void;
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Any fixed number: the same for every process that might migrate this database. */
const MIGRATION_LOCK = 4_206_180_811;
const LOCK_TIMEOUT = "2s";
const WAIT_FOR_OTHERS_MS = 120_000;

/** What has been applied. */
export const OWN_TABLES = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE IF NOT EXISTS schema_function (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
  )`;

/**
 * Brings the schema up to date. It applies every new migration in order, one transaction each, and
 * with the last one every function whose file changed, and then the pools that the domain
 * describes. Several processes may call it at once: one
 * migrates, and the others find nothing to do.
 *
 * @returns the migrations that were applied now.
 * @throws MigrationError when an applied file was changed, when a new one sorts before applied
 *   ones, or when the club is frozen and a race is open.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? DB_FOLDER);
  const client = await connectOwner(options.ownerUrl, "club migrations");
  try {
    await client.query(`SET statement_timeout = ${WAIT_FOR_OTHERS_MS}`);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("SET statement_timeout = 0");
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(OWN_TABLES);
    const applied = await bringUpToDate(client, options, migrations);
    if (await exists(client, "pool_type")) await putPoolTypes(client);
    return applied;
  } finally {
    await client.end();
  }
}

/** The role that a database URL signs in as. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(splitHosts(url)[0] ?? url).username);
}

/**
 * Replaces club_app in GRANT and REVOKE statements with the real role. Where one role does both
 * jobs these statements are dropped: an owner has every right and must not revoke its own.
 */
export function withAppRole(sql: string, roles: { owner: string; app: string }): string {
  const quoted = pg.escapeIdentifier(roles.app);
  return sql.replace(/^[ \t]*(GRANT|REVOKE|ALTER DEFAULT PRIVILEGES)\b[^;]*;/gim, (statement) => {
    if (!/\bclub_app\b/.test(statement)) return statement;
    return roles.app === roles.owner ? "" : statement.replaceAll(/\bclub_app\b/g, quoted);
  });
}

async function bringUpToDate(
  client: pg.Client,
  options: MigrateOptions,
  migrations: readonly SqlFile[],
): Promise<string[]> {
  const folder = options.folder ?? DB_FOLDER;
  const roles = { owner: await currentRole(client), app: options.appRole };
  const applied = await readApplied(client);
  const isOld = isOldClub(applied);
  const waiting = isOld ? migrations : findWaiting(applied, migrations);
  const isNewer = !isOld && tellNewer(options, applied, migrations);
  // The functions of a newer release stay: ours would not fit its tables.
  const functions = isNewer
    ? { changed: [], gone: [] }
    : await findChangedFunctions(client, await readFunctions(folder));
  if (options.isFrozenOnRaceDay === true) await refuseOnRaceDay(client, waiting, functions);
  const withRole = (sql: string): string => withAppRole(sql, roles);
  const put = async (): Promise<void> => await putFunctions(client, functions, withRole);
  for (const [index, migration] of waiting.entries()) {
    const sql = isOld && index === 0 ? await readAdoption(folder) : migration.sql;
    const isLast = index === waiting.length - 1;
    await inTransaction(client, async () => {
      await apply(client, { ...migration, sql: withRole(sql) });
      // With the last one: a server that sees it finds its functions too.
      if (isLast) await put();
    });
  }
  if (waiting.length === 0) await inTransaction(client, put);
  return waiting.map((migration) => migration.name);
}

async function readMigrations(folder: string): Promise<SqlFile[]> {
  const migrations = await readSqlFiles(join(folder, "migrations"));
  const numbers = new Set<string>();
  for (const { name } of migrations) {
    const number = name.slice(0, 4);
    if (!FILE_NAME.test(name) || numbers.has(number)) {
      throw new MigrationError(`The migration ${name} needs a number of its own: NNNN-name.sql.`);
    }
    numbers.add(number);
  }
  return migrations;
}

/** A connection as the role that owns the schema, to the primary of the moment. */
export async function connectOwner(ownerUrl: string, name: string): Promise<pg.Client> {
  const primary = new PrimaryFinder(ownerUrl);
  await primary.find();
  const client = new pg.Client({
    connectionString: primary.url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Checksums by name, in order of name. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration ORDER BY name COLLATE "C"',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Names applied that no file has are fine: a newer release ran here, and its schema serves us too. */
function findWaiting(
  applied: ReadonlyMap<string, string>,
  migrations: readonly SqlFile[],
): SqlFile[] {
  const last = [...applied.keys()].at(-1) ?? "";
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known === undefined && name < last) {
      throw new MigrationError(`${name} comes before ${last}, which is applied already.`);
    }
    if (known !== undefined && known !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied; add a new migration instead.`,
      );
    }
    return known === undefined;
  });
}

/** Whether a newer release ran here; tells its last step. */
function tellNewer(
  { onNewer }: MigrateOptions,
  applied: ReadonlyMap<string, string>,
  migrations: readonly SqlFile[],
): boolean {
  const ours = migrations.at(-1)?.name ?? "";
  const theirs = [...applied.keys()].at(-1) ?? "";
  if (theirs <= ours) return false;
  onNewer?.({ theirs, ours });
  return true;
}

async function refuseOnRaceDay(
  client: pg.Client,
  waiting: readonly SqlFile[],
  functions: ChangedFunctions,
): Promise<void> {
  const [first] = [...waiting, ...functions.changed].map(({ name }) => name).concat(functions.gone);
  if (first === undefined) return;
  if (!(await exists(client, "race"))) return;
  const { rows } = await client.query<{ open: number; until: Date | null }>(
    "SELECT count(*)::int AS open, max(start_time) AS until FROM race WHERE status = 'open'",
  );
  const { open = 0, until = null } = rows[0] ?? {};
  if (open === 0 || until === null) return;
  throw new MigrationError(
    `${open} races are open, the last until ${until.toISOString()}, and ${first} would change the schema under them: start the earlier release until then, or set CLUB_FREEZE=0.`,
  );
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "SELECT to_regclass($1) IS NOT NULL AS is_there",
    [table],
  );
  return rows[0]?.is_there === true;
}

async function apply(client: pg.Client, { name, sql, checksum }: SqlFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw failureOf(`The migration ${name}`, sql, cause);
  }
  await client.query("INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)", [
    name,
    checksum,
  ]);
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function currentRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
  return rows[0]?.role ?? "";
}
