import { setTimeout as sleep } from "node:timers/promises";
import { isBackupAsked } from "../../apps/server/src/run/backup/backup-wish.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import type { ClubDatabase } from "./club-database.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** How long somebody at the console waits who asked for one. */
const ASKED_EVERY_MS = 2000;
const STOP_WITHIN_MS = 2000;

/** Backs up the embedded database every night, proves the backup at once, forgets the oldest. */
export class NightlyBackups {
  readonly #settings: Settings;
  readonly #database: () => ClubDatabase | undefined;
  readonly #say: (line: string) => void;
  #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> = Promise.resolve();
  #isAtWork = false;
  #isStopping = false;

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
    this.#timers = [
      setInterval(() => this.#look(), LOOK_EVERY_MS),
      setInterval(() => void this.#lookAsked(), ASKED_EVERY_MS),
    ];
  }

  /** Starts no more. A running backup ends with its database; a proof may end with the process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#isAtWork) await Promise.race([this.#running, sleep(STOP_WITHIN_MS)]);
  }

  async #lookAsked(): Promise<void> {
    if (await isBackupAsked(this.#settings.dataDir)) this.#look(true);
  }

  #look(isAsked = false): void {
    if (this.#isAtWork || this.#isStopping) return;
    this.#isAtWork = true;
    this.#running = this.#backUp(isAsked)
      .catch((error: unknown) => {
        if (this.#isStopping) return;
        this.#say(
          `The nightly backup failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      })
      .finally(() => {
        this.#isAtWork = false;
      });
  }

  /** Imported late: it pulls in half of the server, which the starter does not need to start. */
  async #backUp(isAsked: boolean): Promise<void> {
    const { backUpWhenDue } = await import("./back-up-when-due.ts");
    await backUpWhenDue(this.#settings, this.#database(), { say: this.#say, isAsked });
  }
}
