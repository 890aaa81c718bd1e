import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PACK, PROVED, readFirstPiece, readTakenAt } from "./manifest.ts";

export interface ListedBackup {
  readonly folder: string;
  readonly takenAt: Date;
  /** A club was restored from it and its books verified. */
  readonly isProved: boolean;
}

const FOLDER = "backups";
const LOG = "log";
/** Timeline, then the piece's number: numbers go on over timelines. */
const PIECE = /^[0-9A-F]{8}([0-9A-F]{16})\b/;
const REMOVE = { recursive: true, force: true } as const;
/** A pack that is being written changes all the time. */
const LONG_AGO_MS = 60 * 60 * 1000;

/** Where a data folder keeps its backups. */
export function backupsOf(dataDir: string): string {
  return join(dataDir, FOLDER);
}

/** Where the log of the embedded database is kept, beside the backups that it goes on from. */
export function logArchiveOf(backups: string): string {
  return join(backups, LOG);
}

/** The backups of a data folder, newest first. Skips incomplete ones. */
export async function listBackups(dataDir: string): Promise<ListedBackup[]> {
  const folder = backupsOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  const found: ListedBackup[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const takenAt = await readTakenAt(path);
    if (takenAt === null) continue;
    const proof = await readFile(join(path, PROVED), "utf8").catch(() => null);
    found.push({ folder: path, takenAt: new Date(takenAt), isProved: proof !== null });
  }
  return found.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
}

/** The newest proved backup's time; its newest file's, where the database has its own tools. */
export async function lastBackup(dataDir: string, hasOwnTools: boolean): Promise<Date | null> {
  if (!hasOwnTools) {
    const proved = (await listBackups(dataDir)).find((backup) => backup.isProved);
    return proved?.takenAt ?? null;
  }
  const folder = backupsOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Removes all but the newest `kept` backups; the newest proved one stays whatever its age. */
export async function forgetBackups(dataDir: string, kept: number): Promise<void> {
  const backups = await listBackups(dataDir);
  const proved = backups.find((backup) => backup.isProved);
  for (const backup of backups.slice(kept)) {
    if (backup !== proved) await rm(backup.folder, REMOVE);
  }
  await forgetLog(dataDir);
}

/** Removes the log from before the oldest backup: no moment can be made of it any more. */
async function forgetLog(dataDir: string): Promise<void> {
  const folders = (await listBackups(dataDir)).map(({ folder }) => folder);
  const firsts = await Promise.all(folders.map(readFirstPiece));
  const oldest = firsts.flatMap((name) => PIECE.exec(name)?.[1] ?? []).toSorted()[0];
  if (oldest === undefined) return;
  const log = logArchiveOf(backupsOf(dataDir));
  for (const name of await readdir(log).catch(() => [])) {
    const number = PIECE.exec(name)?.[1];
    if (number !== undefined && number < oldest) await rm(join(log, name), REMOVE);
  }
}

/** Removes what a crash left: a pack that nobody writes any more, without a manifest. */
export async function forgetHalves(dataDir: string): Promise<void> {
  const folder = backupsOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const pack = await stat(join(path, PACK)).catch(() => null);
    if (pack === null || Date.now() - pack.mtimeMs < LONG_AGO_MS) continue;
    if ((await readTakenAt(path)) === null) await rm(path, REMOVE);
  }
}
