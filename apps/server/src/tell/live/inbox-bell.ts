declare module "../../core/context.ts" {
  interface AppContext {
    /** Wakes the event writer when bets have been accepted here. */
    readonly inbox: InboxBell;
  }
}

/**
 * Wakes the event writer for what this process has committed. A group of bets does not notify from
 * within its transaction: PostgreSQL lets only one notifying transaction commit at a time, and
 * holds that lock while the log is written to disk. The writer of this process is called directly;
 * one in another process is notified at most every `everyMs`. If the process dies before it rings,
 * the writer's own poll makes up for it.
 */
export class InboxBell {
  readonly #notify: () => Promise<unknown>;
  readonly #everyMs: number;
  #listener: (() => void) | null = null;
  #isTelling = false;

  constructor(notify: () => Promise<unknown>, everyMs = 25) {
    this.#notify = notify;
    this.#everyMs = everyMs;
  }

  /** The writer of this process listens from now on; null: no longer. */
  hear(listener: (() => void) | null): void {
    this.#listener = listener;
  }

  ring(): void {
    if (this.#listener !== null) return this.#listener();
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      this.#notify().catch(() => undefined);
    }, this.#everyMs).unref();
  }
}
