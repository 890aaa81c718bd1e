import type { Queryable } from "./connection.ts";

/** A database server that the club refuses to run on; the message is one sentence. */
export class UnfitServer extends Error {
  override name = "UnfitServer";
}

interface Facts {
  version: number;
  fsync: string;
  fullPageWrites: string;
  checksums: string;
  ownedLedgerTables: string | null;
}

const LEAST_VERSION = 150_000;
const VERSION_UNIT = 10_000;

/** Tables in which history stands: who owns them could edit it. */
const LEDGER_TABLES = ["entry", "posting", "chain", "audit"];

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS "fullPageWrites",
    current_setting('data_checksums') AS checksums,
    (SELECT string_agg(c.relname, ', ' ORDER BY c.relname)
      FROM pg_class c
      WHERE c.relname = ANY ($1) AND c.relkind IN ('r', 'p')
        AND c.relnamespace = to_regnamespace(current_schema())
        AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS "ownedLedgerTables"`;

/**
 * Refuses a server that may lose an acknowledged bet, or a role that could edit the ledger.
 *
 * @param db - connected as the role that serves players.
 * @returns warnings, one sentence each.
 * @throws UnfitServer
 */
export async function checkServer(
  db: Queryable,
  options: { singleRole: boolean },
): Promise<string[]> {
  const { rows } = await db.query<Facts & Record<string, unknown>>(FACTS, [LEDGER_TABLES]);
  const facts = rows[0];
  if (facts === undefined) throw new UnfitServer("The database says nothing about itself.");
  if (facts.version < LEAST_VERSION) {
    const version = Math.floor(facts.version / VERSION_UNIT);
    throw new UnfitServer(`PostgreSQL ${version} is too old: the club needs 15 or newer.`);
  }
  for (const [name, value] of [
    ["fsync", facts.fsync],
    ["full_page_writes", facts.fullPageWrites],
  ]) {
    if (value === "on") continue;
    throw new UnfitServer(
      `PostgreSQL has ${name} off, so a power cut could lose bets: turn it on.`,
    );
  }
  if (facts.ownedLedgerTables !== null && !options.singleRole) {
    throw new UnfitServer(
      `The role of DATABASE_URL owns ${facts.ownedLedgerTables} and could edit history: give it a role of its own (DATABASE_OWNER_URL for the owner), or set CLUB_SINGLE_ROLE=1 for a trial.`,
    );
  }
  return facts.checksums === "on"
    ? []
    : ["PostgreSQL runs without data checksums: a damaged page would go unseen."];
}
