import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbedded } from "../../apps/server/src/core/db/embedded.ts";
import type { EmbeddedServer } from "../../apps/server/src/core/db/embedded.ts";
import type { LogArchive } from "../../apps/server/src/core/db/log-archive.ts";
import { closeFolder, EmbeddedError } from "../../apps/server/src/core/db/embedded.host.ts";
import {
  APP_ROLE,
  OWNER_ROLE,
  prepareDatabase,
} from "../../apps/server/src/core/db/embedded.roles.ts";
import { backupsOf, logArchiveOf } from "../../apps/server/src/run/backup/backup-list.ts";

const DATABASE = "club";
const SECRETS = "postgres.json";
const PASSWORD_BYTES = 24;
const PROBE_BYTES = 65_536;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
const OTHERS = 0o077;

interface Secrets {
  port?: number;
  admin: string;
  owner: string;
  app: string;
}

export interface ClubDatabase {
  /** The folder of the cluster. */
  cluster: string;
  /** As the superuser; only for backups. */
  adminUrl: string;
  appUrl: string;
  ownerUrl: string;
  server: EmbeddedServer;
}

/**
 * Makes the data folder, or tightens the rights of an existing one: only its owner reads what is in
 * it.
 *
 * @param hasDatabase - false: the database is elsewhere, so its user need not pass through.
 * @throws EmbeddedError when it cannot be written.
 */
export async function makeDataFolder(folder: string, hasDatabase = true): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
    if (hasDatabase) await closeFolder(folder);
    else await chmod(folder, OWN_FOLDER);
    await tryToWrite(join(folder, `probe.${process.pid}`));
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    if (code === "ENOSPC") {
      throw new EmbeddedError(`The disk of ${folder} is full: make room and start again.`);
    }
    throw new EmbeddedError(`The data folder ${folder} cannot be written (${code}).`);
  }
}

/** Enough to need room of its own: a full disk still takes an empty file. */
async function tryToWrite(probe: string): Promise<void> {
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES, 1));
  } finally {
    await rm(probe, { force: true });
  }
}

/** Leaves a note while a restore is at work, so that what broke off is not taken for a club. */
export function restoringNoteOf(folder: string): string {
  return join(folder, "restoring");
}

/** @throws EmbeddedError when a restore broke off here, or the cluster of a club is gone. */
async function refuseHalf(folder: string, secrets: Secrets): Promise<void> {
  const from = await readFile(restoringNoteOf(folder), "utf8").catch(() => undefined);
  if (from !== undefined) {
    throw new EmbeddedError(
      `The restore of ${from} into ${folder} did not end: run "npm run club -- restore ${from}" again.`,
    );
  }
  // The port is noted after the first start.
  if (secrets.port === undefined || existsSync(clusterOf(folder))) return;
  throw new EmbeddedError(
    `The database of ${folder} is gone (there is no ${clusterOf(folder)}): put it back, or restore a backup into an empty folder.`,
  );
}

/** The embedded database of a data folder: created if need be, started, with both roles. */
export async function openClubDatabase(
  folder: string,
  archive?: Omit<LogArchive, "folder">,
): Promise<ClubDatabase> {
  const secrets = await readSecrets(folder);
  await refuseHalf(folder, secrets);
  const server = await startEmbedded({
    folder: clusterOf(folder),
    logFile: join(folder, "postgres.log"),
    password: secrets.admin,
    ...(secrets.port === undefined ? {} : { port: secrets.port }),
    ...(archive === undefined ? {} : { archive: await archiveIn(folder, archive) }),
  });
  if (server.port !== secrets.port) await writeSecrets(folder, { ...secrets, port: server.port });
  const adminUrl = server.urlOf({
    role: "postgres",
    password: secrets.admin,
    database: "postgres",
  });
  await prepareDatabase(adminUrl, DATABASE, secrets);
  return {
    server,
    cluster: clusterOf(folder),
    adminUrl: server.urlOf({ role: "postgres", password: secrets.admin, database: DATABASE }),
    appUrl: server.urlOf({ role: APP_ROLE, password: secrets.app, database: DATABASE }),
    ownerUrl: server.urlOf({ role: OWNER_ROLE, password: secrets.owner, database: DATABASE }),
  };
}

/** The folder of backups, through which the database's account passes to the log that it keeps there. */
async function archiveIn(
  folder: string,
  { command }: Omit<LogArchive, "folder">,
): Promise<LogArchive> {
  const backups = backupsOf(folder);
  await mkdir(backups, { recursive: true, mode: OWN_FOLDER });
  await closeFolder(backups);
  return { folder: logArchiveOf(backups), command };
}

/** The folder of the embedded database. */
export function clusterOf(folder: string): string {
  return join(folder, "postgres");
}

/** The superuser's address of a folder's running embedded database. @throws EmbeddedError */
export async function adminOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, SECRETS), "utf8").catch(() => undefined);
  if (text === undefined) throw new EmbeddedError(`There is no club in ${folder}.`);
  const { port, admin } = JSON.parse(text) as Secrets;
  return `postgres://postgres:${encodeURIComponent(admin)}@127.0.0.1:${port}/${DATABASE}`;
}

/** New passwords beside the superuser's given one; the roles get theirs at the next start. */
export async function makeSecrets(folder: string, admin: string): Promise<void> {
  await writeSecrets(folder, { admin, owner: newPassword(), app: newPassword() });
}

/** The server role's address of the embedded database that runs in a folder. */
export function appUrlOf({ port, app }: Pick<Secrets, "port" | "app">): string {
  return `postgres://${APP_ROLE}:${encodeURIComponent(app)}@127.0.0.1:${port}/${DATABASE}`;
}

async function readSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, SECRETS);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) {
    const secrets = { admin: newPassword(), owner: newPassword(), app: newPassword() };
    await writeSecrets(folder, secrets);
    return secrets;
  }
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) {
    throw new EmbeddedError(`Others can read ${path}, which holds passwords: chmod 600 it.`);
  }
  try {
    return JSON.parse(text) as Secrets;
  } catch {
    throw new EmbeddedError(`${path} is damaged: put it back from a backup.`);
  }
}

/** Written to a second file and renamed: a crash leaves either the old file or the new one. */
async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const path = join(folder, SECRETS);
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: OWN_FILE });
  await rename(`${path}.new`, path);
}

function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}
