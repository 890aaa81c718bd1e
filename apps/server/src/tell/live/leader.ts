import type pg from "pg";
import type { Logger } from "pino";
import { orCut } from "../../core/db/cut-silent.ts";
import { pause, waitAtMost } from "../../core/kit/pause.ts";

/** Keys of the session locks by which one process of the club takes a role. */
export const LEADER_LOCKS = { events: 7_000_001, demo: 7_000_002 } as const;
const RETRY_MS = 1000;
/** Work in hand has this long to end before another process leads: most of it takes less. */
const GIVE_UP_MS = 2000;

export interface LeaderOptions {
  readonly lock: number;
  readonly connect: () => Promise<pg.Client>;
  readonly log: Pick<Logger, "info" | "warn">;
  /**
   * Starts once the connection holds the lock; the signal aborts when the connection is gone, or the
   * role is given up. What a slow provider holds up after that runs beside the next leader's work, as
   * it does when the connection breaks: rows are claimed or locked by whoever works on them.
   */
  readonly lead: (connection: pg.Client, signal: AbortSignal) => Promise<void>;
}

/**
 * One process of the club numbers events and does clock work; the others stand by. The role is a
 * session lock of PostgreSQL: it ends with the connection, and the writer's transactions run on that
 * very connection, so a leader that was cut off cannot write any more.
 */
export class Leader {
  readonly #options: LeaderOptions;
  readonly #stop = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done = this.#run();
  }

  /** Gives the role up, within seconds; resolves when the work in hand has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#term();
      } catch (error) {
        this.#options.log.warn({ err: error }, "the leader's connection ended");
      }
      await pause(RETRY_MS, this.#stop.signal);
    }
  }

  async #term(): Promise<void> {
    const connection = await this.#options.connect();
    const lost = new AbortController();
    connection.on("error", () => lost.abort());
    connection.on("end", () => lost.abort());
    const signal = AbortSignal.any([this.#stop.signal, lost.signal]);
    try {
      while (!signal.aborted && !(await this.#tryLock(connection))) await pause(RETRY_MS, signal);
      if (signal.aborted) return;
      this.#options.log.info({ lock: this.#options.lock }, "this process leads");
      const work = this.#options.lead(connection, signal);
      await Promise.race([work, aborted(signal)]);
      await waitAtMost(GIVE_UP_MS, work);
      await this.#release(connection);
      // This process leads again only when none of its own work is left.
      await work;
    } finally {
      await this.#release(connection);
    }
  }

  async #release(connection: pg.Client): Promise<void> {
    await orCut(connection, connection.end()).catch(() => undefined);
  }

  async #tryLock(connection: pg.Client): Promise<boolean> {
    const asked = connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS locked",
      [this.#options.lock],
    );
    const { rows } = await orCut(connection, asked);
    return rows[0]?.locked === true;
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
