import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { BackupError, MANIFEST, PACK } from "./manifest.ts";

/** One backup is seldom larger than the last one by more. */
const GROWTH = 1.2;
const MEGABYTE = 1_000_000;

/**
 * Looks for room before a backup is begun: one that fills the disk stops the club.
 *
 * @param into - the folder of backups, which is there.
 * @param databaseBytes - what the first one may take at most.
 * @throws BackupError
 */
export async function requireRoom(into: string, databaseBytes: number): Promise<void> {
  const last = await lastBytes(into);
  const needed = last === null ? databaseBytes : last * GROWTH;
  const { bavail, bsize } = await statfs(into);
  const free = bavail * bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number): string => String(Math.ceil(bytes / MEGABYTE));
  throw new BackupError(
    `There is no room for a backup in ${into}: it takes about ${megabytes(needed)} MB, and ${megabytes(free)} MB are free. Copy old backups elsewhere and remove them, or enlarge the disk.`,
  );
}

/** The size of the newest backup; their names are their times. */
async function lastBytes(into: string): Promise<number | null> {
  for (const name of (await readdir(into)).toSorted().toReversed()) {
    const [pack, manifest] = await Promise.all(
      [PACK, MANIFEST].map(async (file) => await stat(join(into, name, file)).catch(() => null)),
    );
    if (pack && manifest) return pack.size;
  }
  return null;
}
