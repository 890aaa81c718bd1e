import {
  backupsOf,
  forgetBackups,
  forgetHalves,
  listBackups,
} from "../../apps/server/src/run/backup/backup-list.ts";
import { noteBackup, readLast } from "../../apps/server/src/run/backup/backup-wish.ts";
import { hasJustFailed, isBackupDue } from "../../apps/server/src/run/backup/is-backup-due.ts";
import { proveBackup } from "../../apps/server/src/run/backup/prove-backup.ts";
import { takeBackup } from "../../apps/server/src/run/backup/take-backup.ts";
import { openSecrets } from "../../apps/server/src/core/settings/secrets.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import type { ClubDatabase } from "./club-database.ts";

interface Asked {
  readonly say: (line: string) => void;
  /** Somebody at the console wants one now. */
  readonly isAsked: boolean;
}

/** Reports a backup that fails its proof; says nothing of a good one. The console shows both. */
export async function backUpWhenDue(
  settings: Settings,
  database: ClubDatabase | undefined,
  { say, isAsked }: Asked,
): Promise<void> {
  const { dataDir } = settings;
  if (database === undefined || (!isAsked && !(await isDue(settings)))) return;
  try {
    const found = await backUp(settings, database);
    for (const sentence of found) say(`The backup does not prove itself: ${sentence}.`);
    await noteBackup(dataDir, found.length === 0 ? null : found.join("; "));
  } catch (error) {
    await noteBackup(dataDir, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function isDue({ dataDir, timeZone }: Settings): Promise<boolean> {
  const now = Date.now();
  if (hasJustFailed(now, await readLast(dataDir))) return false;
  const [newest] = await listBackups(dataDir);
  return isBackupDue(now, timeZone, newest?.takenAt ?? null);
}

/** Takes one and proves it; returns what differs. */
async function backUp(settings: Settings, database: ClubDatabase): Promise<readonly string[]> {
  const { dataDir, backupsKept } = settings;
  const secrets = openSecrets(settings);
  const { cluster, adminUrl } = database;
  // What broke off takes the room of the one to come.
  await forgetHalves(dataDir);
  const { folder } = await takeBackup({ cluster, adminUrl, secrets }, backupsOf(dataDir));
  const { found } = await proveBackup(folder, secrets);
  if (found.length === 0) await forgetBackups(dataDir, backupsKept);
  return found;
}
