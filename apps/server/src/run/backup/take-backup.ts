import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Secrets } from "../../core/settings/secrets.ts";
import { listCluster, listLog } from "./cluster-files.ts";
import { requireRoom } from "./backup-room.ts";
import { readFacts } from "./facts.ts";
import { BackupError, writeManifest } from "./manifest.ts";
import { PackWriter } from "./pack.ts";

export interface BackupSource {
  /** The folder of the running cluster. */
  readonly cluster: string;
  /** The club's database in it, as the superuser. */
  readonly adminUrl: string;
  readonly secrets: Pick<Secrets, "keyId" | "signingKey">;
  /** Called when the files are copied: whatever is committed by then is in the backup. */
  readonly onCopied?: () => void;
}

export interface TakenBackup {
  readonly folder: string;
  readonly bytes: number;
  readonly bets: number;
}

interface Begun {
  readonly version: number;
  readonly now: Date;
  readonly schema: string;
  readonly bytes: number;
}

const SLOT_BYTES = 4;
const VERSION_UNIT = 10_000;
const OWN_FOLDER = 0o700;
const NEXT_TO_COLON = /[:.]/g;

const BEGIN = `SELECT pg_walfile_name(pg_backup_start('club backup', true)) AS first`;
/** Keeps the log since the last checkpoint until the session ends: a long copy needs it. */
const KEEP_LOG = "SELECT pg_create_physical_replication_slot($1, true, true)";
const END = `SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`;
const ABOUT = `SELECT current_setting('server_version_num')::int AS version, clock_timestamp() AS now,
  (SELECT max(name) FROM schema_migration) AS schema,
  (SELECT sum(pg_database_size(oid)) FROM pg_database)::float8 AS bytes`;

/**
 * Copies a running club while betting goes on: its database files as they are, and the log that
 * makes them consistent. Receipts are rows of the database, so they are included; the keys are not
 * (promise P17).
 *
 * @param into - the folder of backups; the backup gets its own folder in it.
 * @throws BackupError
 */
export async function takeBackup(source: BackupSource, into: string): Promise<TakenBackup> {
  const client = new pg.Client({ connectionString: source.adminUrl, application_name: "backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await mkdir(into, { recursive: true, mode: OWN_FOLDER });
    const begun = await begin(client, into);
    const name = begun.now.toISOString().replaceAll(NEXT_TO_COLON, "-");
    const folder = join(into, name);
    await mkdir(folder, { mode: OWN_FOLDER });
    try {
      return await copy(client, source, { folder, begun });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  } finally {
    // Also ends the backup on the server, in case it is still running.
    await client.end();
  }
}

async function begin(client: pg.Client, into: string): Promise<Begun> {
  const { rows } = await client.query<Begun>(ABOUT);
  const [about] = rows;
  if (about === undefined) throw new BackupError("The database says nothing about itself.");
  await requireRoom(into, about.bytes);
  await client.query(KEEP_LOG, [`backup_${randomBytes(SLOT_BYTES).toString("hex")}`]);
  return { ...about, version: Math.floor(about.version / VERSION_UNIT) };
}

async function copy(
  client: pg.Client,
  source: BackupSource,
  { folder, begun }: { folder: string; begun: Begun },
): Promise<TakenBackup> {
  const pack = await PackWriter.create(folder);
  try {
    const { rows: starts } = await client.query<{ first: string }>(BEGIN);
    const facts = await readFacts(client);
    const { folders, files } = await listCluster(source.cluster);
    for (const path of files) await pack.addFile(source.cluster, path);
    source.onCopied?.();
    const { rows: ends } = await client.query<{ labelfile: string; last: string }>(END);
    const [start, end] = [starts[0], ends[0]];
    if (start === undefined || end === undefined) throw new BackupError("The copy did not end.");
    await pack.addText("backup_label", end.labelfile);
    const log = await listLog(source.cluster, start.first, end.last);
    for (const path of log) await pack.addFile(source.cluster, path);
    const packed = await pack.end();
    const { version: postgres, schema, now } = begun;
    const key_id = source.secrets.keyId;
    await writeManifest(
      folder,
      {
        format: 1,
        taken_at: now.toISOString(),
        key_id,
        postgres,
        schema,
        facts,
        folders,
        ...packed,
      },
      source.secrets,
    );
    return { folder, bytes: packed.pack_bytes, bets: facts.bets };
  } catch (error) {
    await pack.close().catch(() => undefined);
    throw error;
  }
}
