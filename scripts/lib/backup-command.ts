import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  backupsOf,
  listBackups,
  logArchiveOf,
} from "../../apps/server/src/run/backup/backup-list.ts";
import { BackupError, readManifest } from "../../apps/server/src/run/backup/manifest.ts";
import type { Manifest } from "../../apps/server/src/run/backup/manifest.ts";
import {
  lookInto,
  newPassword,
  proveBackup,
} from "../../apps/server/src/run/backup/prove-backup.ts";
import { findUnreplayed } from "../../apps/server/src/run/backup/replayed-log.ts";
import { restoreBackup } from "../../apps/server/src/run/backup/restore-backup.ts";
import type { Replay } from "../../apps/server/src/run/backup/restore-backup.ts";
import { takeBackup } from "../../apps/server/src/run/backup/take-backup.ts";
import { openSecrets, SECRET_FILE } from "../../apps/server/src/core/settings/secrets.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import {
  adminOf,
  clusterOf,
  makeDataFolder,
  makeSecrets,
  restoringNoteOf,
} from "./club-database.ts";
import { takeLock } from "./starter-lock.ts";

type Say = (line: string) => void;

export const BACKUP_USAGE = `npm run club -- backup              takes a backup of the running club, into its folder of backups
npm run club -- backup list         the backups, newest first
npm run club -- backup verify       makes a club of the newest backup in a scratch place and verifies it;
                                    backup verify FOLDER: of that one
npm run club -- restore FOLDER      makes the club of an empty data folder from a backup;
                                    --to 2026-11-20T14:02:11Z: as it was at that moment, by the log beside it;
                                    --to end: with all of that log`;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const OWN_FILE = 0o600;
const MEGABYTE = 1_000_000;
const MS_PER_SECOND = 1000;

/** Backup commands: 0 when all is well, 1 when not, null when misspelt. @throws BackupError */
export async function runBackupCommand(
  settings: Settings,
  argv: readonly string[],
  say: Say,
): Promise<number | null> {
  const [command, what, folder] = argv;
  if (command === "restore") {
    const [option, moment] = argv.slice(2);
    if (what === undefined || ![undefined, "--to"].includes(option)) return null;
    const from = resolve(what);
    const replay = option === undefined ? undefined : replayOf(from, moment ?? "");
    return await restore(settings, { from, replay }, say);
  }
  switch (what) {
    case undefined:
      return await backUp(settings, say);
    case "list":
      return await list(settings, say);
    case "verify":
      return await verify(settings, folder, say);
    default:
      return null;
  }
}

async function backUp(settings: Settings, say: Say): Promise<number> {
  if (settings.databaseUrl !== undefined) {
    throw new BackupError(
      "The database of DATABASE_URL is backed up with its own tools, such as pg_basebackup: see docs/operations.md.",
    );
  }
  const { dataDir } = settings;
  const source = {
    cluster: clusterOf(dataDir),
    adminUrl: await adminOf(dataDir),
    secrets: openSecrets(settings),
  };
  const { folder, bytes, bets } = await takeBackup(source, backupsOf(dataDir));
  say(`${folder}: ${(bytes / MEGABYTE).toFixed(1)} MB, ${bets} bets.`);
  say(`It is read with the key ${source.secrets.keyId}: keep ${SECRET_FILE} in another place.`);
  return 0;
}

async function list(settings: Settings, say: Say): Promise<number> {
  const backups = await listBackups(settings.dataDir);
  for (const { folder, isProved } of backups) say(`${isProved ? "proved " : "       "} ${folder}`);
  if (backups.length === 0) say(`There are no backups in ${backupsOf(settings.dataDir)}.`);
  return backups.length === 0 ? 1 : 0;
}

async function verify(settings: Settings, named: string | undefined, say: Say): Promise<number> {
  const folder = named ?? (await listBackups(settings.dataDir))[0]?.folder;
  if (folder === undefined) {
    throw new BackupError(`There are no backups in ${backupsOf(settings.dataDir)}.`);
  }
  const { found, bets, ms } = await proveBackup(resolve(folder), keyHere(settings));
  for (const sentence of found) say(`DIFFERS  ${sentence}`);
  const seconds = (ms / MS_PER_SECOND).toFixed(1);
  say(
    found.length === 0
      ? `${folder} is whole: ${bets} bets, the books verify and are those of then (${seconds} s).`
      : `${folder} is not whole.`,
  );
  return found.length === 0 ? 0 : 1;
}

/** The log lies beside the backups that it goes on from. @throws BackupError */
function replayOf(folder: string, moment: string): Replay {
  const log = logArchiveOf(dirname(folder));
  const until = moment === "end" ? null : new Date(moment);
  if (until !== null && (!INSTANT.test(moment) || Number.isNaN(until.getTime()))) {
    throw new BackupError('--to takes a moment such as 2026-11-20T14:02:11Z, or "end".');
  }
  if (!existsSync(log))
    throw new BackupError(`There is no log beside the backup: ${log} is missing.`);
  return { log, until };
}

interface Wanted {
  readonly from: string;
  readonly replay: Replay | undefined;
}

async function restore(settings: Settings, wanted: Wanted, say: Say): Promise<number> {
  const { dataDir } = settings;
  await makeDataFolder(dataDir);
  const lock = await takeLock(dataDir);
  if (typeof lock === "number") {
    throw new BackupError(`A club runs on ${dataDir} (process ${lock}): stop it first.`);
  }
  try {
    if (existsSync(clusterOf(dataDir)) && !existsSync(restoringNoteOf(dataDir))) {
      throw new BackupError(
        `There is a club in ${dataDir} already: set CLUB_DATA_DIR to an empty folder.`,
      );
    }
    const { manifest, found, bets } = await putInPlace(settings, wanted);
    for (const sentence of found) say(`DIFFERS  ${sentence}`);
    say(
      found.length === 0
        ? `The club of ${momentOf(wanted.replay, manifest)} is in ${dataDir}: ${bets} bets, the books verify. Start it with npm start.`
        : `The club in ${dataDir} is not whole.`,
    );
    return found.length === 0 ? 0 : 1;
  } finally {
    await lock.release();
  }
}

function momentOf(replay: Replay | undefined, manifest: Manifest): string {
  if (replay === undefined) return manifest.taken_at;
  return replay.until === null ? "the end of the log" : replay.until.toISOString();
}

/** A note stands in the folder from the first change to the last: without it, nothing is half. */
async function putInPlace(
  settings: Settings,
  { from, replay }: Wanted,
): Promise<{ manifest: Manifest; found: readonly string[]; bets: number }> {
  const { dataDir } = settings;
  const [cluster, note] = [clusterOf(dataDir), restoringNoteOf(dataDir)];
  const key = keyHere(settings);
  await readManifest(from, key);
  await writeFile(note, from, { mode: OWN_FILE, flush: true });
  await rm(cluster, { recursive: true, force: true });
  const password = newPassword();
  try {
    const manifest = await restoreBackup(from, key, { cluster, password, isDurable: true, replay });
    await makeSecrets(dataDir, password);
    const isToEnd = replay !== undefined && replay.until === null;
    const missed = isToEnd ? await findUnreplayed(cluster, replay.log) : null;
    const { found, bets } = await lookInto(cluster, password, manifest);
    return { manifest, found: missed === null ? found : [missed, ...found], bets };
  } finally {
    // Refused or done; a restore that is killed leaves its note.
    await rm(note, { force: true });
  }
}

/** The key of the club that made the backup. A new one, made here, could not decrypt it. */
function keyHere(settings: Settings) {
  const path = join(settings.dataDir, SECRET_FILE);
  if (settings.secret === undefined && !existsSync(path)) {
    throw new BackupError(
      `A backup does not hold the club's key: put it at ${path}, or set CLUB_SECRET.`,
    );
  }
  return openSecrets(settings);
}
