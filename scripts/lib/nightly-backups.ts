import { forgetBackups, backupsOf, listBackups } from "../../apps/server/src/backup/backup-list.ts";
import { isBackupDue } from "../../apps/server/src/backup/is-backup-due.ts";
import { proveBackup } from "../../apps/server/src/backup/prove-backup.ts";
import { takeBackup } from "../../apps/server/src/backup/take-backup.ts";
import { openSecrets } from "../../apps/server/src/secrets.ts";
import type { Settings } from "../../apps/server/src/settings.ts";
import type { ClubDatabase } from "./club-database.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;

/** A backup every night, proved at once, the oldest forgotten. Only of the embedded database. */
export class NightlyBackups {
  readonly #settings: Settings;
  readonly #database: () => ClubDatabase | undefined;
  readonly #say: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isAtWork = false;

  constructor(
    settings: Settings,
    database: () => ClubDatabase | undefined,
    say: (line: string) => void,
  ) {
    this.#settings = settings;
    this.#database = database;
    this.#say = say;
  }

  start(): void {
    if (this.#settings.backupsKept === 0) return;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Begins no other one. The one at work ends with its database. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #look(): void {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    this.#running = backUpWhenDue(this.#settings, this.#database(), this.#say)
      .catch((error: unknown) => {
        this.#say(`The nightly backup failed: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        this.#isAtWork = false;
      });
  }
}

/** Says so when a backup does not prove itself; a good one needs no words. */
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
