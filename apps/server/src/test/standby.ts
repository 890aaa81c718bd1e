import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { readManifest } from "../run/backup/manifest.ts";
import { unpack } from "../run/backup/pack.ts";
import { takeBackup } from "../run/backup/take-backup.ts";
import { startEmbedded } from "../core/db/embedded.ts";
import type { EmbeddedServer } from "../core/db/embedded.ts";
import { accountFor } from "../core/db/embedded.host.ts";

const STREAMS_WITHIN_MS = 60_000;
const SECRETS = { keyId: "standby", signingKey: Buffer.alloc(32, 7) };

/** Where a test's primary is. */
export interface Primary {
  /** Its folder. */
  readonly cluster: string;
  /** Its superuser's address. */
  readonly adminUrl: string;
}

/**
 * Makes a synchronous standby of a primary from a backup, in `place`, and returns once it streams
 * and commits wait for it. The caller stops it.
 */
export async function startStandby(primary: Primary, place: string): Promise<EmbeddedServer> {
  const { port, password } = new URL(primary.adminUrl);
  const { folder } = await takeBackup({ ...primary, secrets: SECRETS }, join(place, "copies"));
  const cluster = join(place, "standby");
  const account = await accountFor(cluster);
  const manifest = await readManifest(folder, SECRETS);
  await unpack(folder, manifest, { folder: cluster, account, isDurable: false });
  await writeFile(join(cluster, "standby.signal"), "");
  await account.own(join(cluster, "standby.signal"));
  const info = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`;
  await appendFile(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${info}'\n`);
  const standby = await startEmbedded({
    folder: cluster,
    logFile: join(place, "standby.log"),
    password: decodeURIComponent(password),
    sharedBuffersMb: 64,
  });
  const { adminUrl } = primary;
  await queryAt(adminUrl, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await queryAt(adminUrl, "SELECT pg_reload_conf()");
  const deadline = Date.now() + STREAMS_WITHIN_MS;
  for (;;) {
    const [row] = await queryAt(adminUrl, "SELECT sync_state FROM pg_stat_replication");
    if (row?.["sync_state"] === "sync") return standby;
    if (Date.now() > deadline) throw new Error("the standby does not stream");
    await sleep(50);
  }
}

async function queryAt(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
