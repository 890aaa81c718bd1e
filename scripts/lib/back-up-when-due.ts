import {
  backupsOf,
  forgetBackups,
  listBackups,
} from "../../apps/server/src/run/backup/backup-list.ts";
import { isBackupDue } from "../../apps/server/src/run/backup/is-backup-due.ts";
import { proveBackup } from "../../apps/server/src/run/backup/prove-backup.ts";
import { takeBackup } from "../../apps/server/src/run/backup/take-backup.ts";
import { openSecrets } from "../../apps/server/src/core/settings/secrets.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import type { ClubDatabase } from "./club-database.ts";

/** Reports a backup that fails its proof; says nothing of a good one. */
export async function backUpWhenDue(
  settings: Settings,
  database: ClubDatabase | undefined,
  say: (line: string) => void,
): Promise<void> {
  const { dataDir, timeZone, backupsKept } = settings;
  const [newest] = await listBackups(dataDir);
  if (database === undefined) return;
  if (!isBackupDue(Date.now(), timeZone, newest?.takenAt ?? null)) return;
  const secrets = openSecrets(settings);
  const { cluster, adminUrl } = database;
  const { folder } = await takeBackup({ cluster, adminUrl, secrets }, backupsOf(dataDir));
  const { found } = await proveBackup(folder, secrets);
  for (const sentence of found) say(`The nightly backup does not prove itself: ${sentence}.`);
  if (found.length === 0) await forgetBackups(dataDir, backupsKept);
}
