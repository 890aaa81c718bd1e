import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { connectDatabase } from "../../core/db/connect.ts";
import type { Database } from "../../core/db/connect.ts";
import { startEmbedded } from "../../core/db/embedded.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { writeEvents } from "../../tell/live/event-writer.ts";
import { EVENT_SOURCES } from "../lists/event-sources.ts";
import type { Secrets } from "../../core/settings/secrets.ts";
import { compareFacts } from "./facts.ts";
import { PROVED } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { makeScratch } from "./scratch-folder.ts";

export interface Proof {
  readonly manifest: Manifest;
  /** What is wrong with the copy; empty when it is sound. */
  readonly found: readonly string[];
  readonly bets: number;
  readonly ms: number;
}

const DATABASE = "club";
const PASSWORD_BYTES = 24;
const OWN_FILE = 0o600;
const SMALL_MB = 64;

/**
 * Proves a backup by restoring a club from it in a scratch folder: every check of the books runs
 * there, and trial balance and chain must equal those when it was taken.
 *
 * @throws BackupError when it cannot even be restored.
 */
export async function proveBackup(
  folder: string,
  secrets: Pick<Secrets, "keyId" | "signingKey">,
): Promise<Proof> {
  const begun = performance.now();
  const scratch = await makeScratch();
  const [cluster, password] = [join(scratch, "postgres"), newPassword()];
  try {
    const manifest = await restoreBackup(folder, secrets, { cluster, password, isDurable: false });
    const { found, bets } = await lookInto(cluster, password, manifest);
    const ms = Math.round(performance.now() - begun);
    if (found.length === 0) {
      const note = JSON.stringify({ at: new Date().toISOString(), bets, ms });
      await writeFile(join(folder, PROVED), note, { mode: OWN_FILE });
    }
    return { manifest, found, bets, ms };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Starts a restored cluster, verifies its books, compares it with the manifest, and stops it. */
export async function lookInto(
  cluster: string,
  password: string,
  manifest: Manifest,
): Promise<{ found: string[]; bets: number }> {
  await mkdir(dirname(cluster), { recursive: true });
  const server = await startEmbedded({
    folder: cluster,
    logFile: `${cluster}.log`,
    password,
    sharedBuffersMb: SMALL_MB,
  });
  const url = server.urlOf({ role: "postgres", password, database: DATABASE });
  const db = connectDatabase({ url });
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await chainTheRest(db);
    const found = await compareFacts(client, manifest.facts);
    const { checks } = await verifyBooks({ db });
    for (const { name, ok, detail } of checks) if (!ok) found.push(`${name}: ${detail}`);
    const { rows } = await client.query<{ bets: number }>("SELECT count(*)::int AS bets FROM bet");
    return { found, bets: rows[0]?.bets ?? 0 };
  } finally {
    await client.end();
    await db.end();
    await server.stop();
  }
}

/** Chains the copy's last entries, which in a running club the event writer would have done. */
async function chainTheRest(db: Pick<Database, "jobs">): Promise<void> {
  const connection = await db.jobs.connect();
  try {
    for (;;) if (!(await writeEvents(connection, EVENT_SOURCES)).isFull) return;
  } finally {
    connection.release();
  }
}

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}
