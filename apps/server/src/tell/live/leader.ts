import type pg from "pg";
import type { Logger } from "pino";
import { orCut } from "../../core/db/cut-silent.ts";
import { pause } from "../../core/kit/pause.ts";

/** Keys of the session locks by which one process of the club takes a role. */
export const LEADER_LOCKS = { events: 7_000_001, demo: 7_000_002 } as const;
const RETRY_MS = 1000;

export interface LeaderOptions {
  readonly lock: number;
  readonly connect: () => Promise<pg.Client>;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Starts once the connection holds the lock; the signal aborts when the connection is gone. */
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
  #isLeading = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  start(): void {
    this.#done = this.#run();
  }

  /** Gives the role up; resolves when the work in hand has ended. */
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
      this.#isLeading = false;
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
      this.#isLeading = true;
      this.#options.log.info({ lock: this.#options.lock }, "this process leads");
      await this.#options.lead(connection, signal);
    } finally {
      await orCut(connection, connection.end()).catch(() => undefined);
    }
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
