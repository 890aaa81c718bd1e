import { randomInt } from "node:crypto";
import pg from "pg";
import { UnfitServer } from "./check-server.ts";
import { codeOf, DatabaseAway } from "./errors.ts";
import { PrimaryFinder } from "./primary.ts";

interface Addresses {
  /** Of the role that serves players. */
  readonly appUrl: string;
  /** Of the role that owns the schema. */
  readonly ownerUrl: string;
}

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
/** A pooler may have several sessions at hand: in one of so many rounds it gives the same one twice. */
const ROUNDS = 8;
const MOST_KEY = 2 ** 31;

const NOT_TRUSTED =
  "nobody known here signed its certificate: name who did with sslrootcert=FILE in the address";

/** What keeps us out, by the code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server listens there",
  ECONNRESET: "it ends the connection at once",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its host's name cannot be looked up now",
  EHOSTUNREACH: "no way leads to its host",
  ENETUNREACH: "no way leads to its host",
  ETIMEDOUT: "it does not answer",
  "28P01": "the password is wrong",
  "28000": "it does not let this role in",
  "3D000": "it has no such database",
  "42501": "this role may not enter that database",
  "53300": "it has no connection left: raise max_connections, or stop what holds them",
  CERT_HAS_EXPIRED: "its certificate has ended: give that server a new one",
  CERT_NOT_YET_VALID: "its certificate begins later: look at both clocks",
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** Errors that the driver gives no code. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, "it speaks no TLS, which the address asks for"],
  [/password must be a (non-empty )?string/, "the address has no password"],
  [/timeout/i, "it does not answer"],
  [/^Connection terminated/, "it ends the connection at once"],
];

/** Of a host that is only not the one we look for; any other reason says more. */
const WEAK = new Set(["ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/**
 * Looks at both addresses before anything is changed by them: whether they are let in, keep one
 * session for one connection, lead to one database, and whether the roles are what they must be.
 *
 * @throws UnfitServer - says what to do.
 */
export async function checkAddresses(
  { appUrl, ownerUrl }: Addresses,
  options: { singleRole: boolean },
): Promise<void> {
  const open: pg.Client[] = [];
  const enter = async (setting: string, url: string): Promise<pg.Client> => {
    try {
      const client = await connectTo(url);
      open.push(client);
      const other = await connectTo(url);
      open.push(other);
      if (await isShared(client, other)) throw sharedBy(setting);
      return client;
    } catch (error) {
      throw cannotUse(setting, error);
    }
  };
  try {
    const app = await enter("DATABASE_URL", appUrl);
    const owner = appUrl === ownerUrl ? app : await enter("DATABASE_OWNER_URL", ownerUrl);
    await refuseTwoDatabases(app, owner);
    await refuseWeakOwner(owner, app === owner ? "DATABASE_URL" : "DATABASE_OWNER_URL");
    if (!options.singleRole) await refuseStrongApp(app, owner);
    await refuseStranger(app, owner);
  } finally {
    await Promise.all(open.map(async (client) => await client.end().catch(() => undefined)));
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  // A start is in no hurry: it gives each of several hosts as long as a single one.
  const primary = new PrimaryFinder(url, CONNECT_WITHIN_MS);
  await primary.find();
  const client = new pg.Client({
    connectionString: primary.url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: "club start",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/**
 * Whether somebody between us and PostgreSQL gives a session to others between two transactions
 * (PgBouncer's transaction mode): then the second connection is served by the first one's session,
 * or the first one finds itself in another while the second holds it.
 */
async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const own = await sessionOf(first);
  for (let round = 0; round < ROUNDS; round += 1) {
    await second.query("BEGIN");
    try {
      if ((await sessionOf(second)) === own || (await sessionOf(first)) !== own) return true;
    } finally {
      await second.query("ROLLBACK");
    }
  }
  return false;
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

function sharedBy(setting: string): UnfitServer {
  return new UnfitServer(
    `The pooler at ${setting} gives each transaction another session, and the club's locks and notices need one that stays: set pool_mode = session there, or name PostgreSQL itself.`,
  );
}

/** A lock of one session is seen by the other, unless they are in two databases. */
async function refuseTwoDatabases(app: pg.Client, owner: pg.Client): Promise<void> {
  if (app === owner) return;
  const key = [randomInt(MOST_KEY)];
  await owner.query("SELECT pg_advisory_lock($1)", key);
  const { rows } = await app.query<{ elsewhere: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS elsewhere",
    key,
  );
  if (rows[0]?.elsewhere !== true) return;
  throw new UnfitServer("DATABASE_URL and DATABASE_OWNER_URL name two databases: name one twice.");
}

const OWNER = `SELECT current_user AS role, current_database() AS database, pg_is_in_recovery() AS standby,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS makes,
  coalesce((SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class
    WHERE oid = to_regclass('schema_migration')), true) AS owns`;

interface OwnerFacts {
  readonly role: string;
  readonly database: string;
  readonly standby: boolean;
  readonly makes: boolean;
  readonly owns: boolean;
}

async function refuseWeakOwner(owner: pg.Client, setting: string): Promise<void> {
  const { rows } = await owner.query<OwnerFacts>(OWNER);
  const [facts] = rows as [OwnerFacts];
  if (facts.standby) {
    throw new UnfitServer(
      `The database of ${setting} is a standby: name its primary, or all hosts parted by commas.`,
    );
  }
  if (!facts.owns) {
    throw new UnfitServer(
      `The role ${facts.role} of ${setting} does not own the club's tables: name the role that made them.`,
    );
  }
  if (facts.makes) return;
  throw new UnfitServer(
    `The role ${facts.role} of ${setting} may not make tables: ALTER DATABASE ${pg.escapeIdentifier(facts.database)} OWNER TO ${pg.escapeIdentifier(facts.role)}.`,
  );
}

async function refuseStrongApp(app: pg.Client, owner: pg.Client): Promise<void> {
  const { rows: owners } = await owner.query<{ role: string }>("SELECT current_user AS role");
  const role = owners[0]?.role ?? "";
  const { rows } = await app.query<{ role: string; strong: boolean }>(
    "SELECT current_user AS role, pg_has_role(current_user, $1, 'MEMBER') AS strong",
    [role],
  );
  if (rows[0]?.strong !== true) return;
  throw new UnfitServer(
    `The role ${rows[0].role} of DATABASE_URL has the rights of ${role}, who owns the tables, and could edit history: give it none of them, or set CLUB_SINGLE_ROLE=1 for a trial.`,
  );
}

/** Rights are given once, by the step that makes a table, to the role that served then. */
async function refuseStranger(app: pg.Client, owner: pg.Client): Promise<void> {
  const { rows: tables } = await owner.query<{ is_club: boolean }>(
    "SELECT to_regclass('schema_migration') IS NOT NULL AS is_club",
  );
  if (tables[0]?.is_club !== true) return;
  const { rowCount } = await owner.query("SELECT FROM schema_migration LIMIT 1");
  if (rowCount === 0) return;
  const { rows } = await app.query<{ role: string; reads: boolean }>(
    "SELECT current_user AS role, has_table_privilege('schema_migration', 'SELECT') AS reads",
  );
  if (rows[0]?.reads !== false) return;
  throw new UnfitServer(
    `The role ${rows[0].role} of DATABASE_URL has no rights in this club: name the role that it was set up with.`,
  );
}

function cannotUse(setting: string, error: unknown): unknown {
  if (error instanceof UnfitServer) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new UnfitServer(`The database of ${setting} cannot be used: ${reason}.`, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof DatabaseAway && error.cause instanceof AggregateError) {
    const strong = (error.cause.errors as unknown[]).filter(
      (one) => !WEAK.has(codeOf(one) ?? "") && !String(one).includes("in recovery"),
    );
    const found = strong.map(reasonOf).find((reason) => reason !== undefined);
    return found ?? "none of its hosts answers as a primary";
  }
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  const said = SENTENCES.find(([pattern]) => pattern.test(error.message))?.[1];
  if (said !== undefined) return said;
  return code === undefined ? undefined : `it says "${error.message}"`;
}
