import { pause } from "../../core/kit/pause.ts";

/** How the last run of a job went. */
export interface JobRun {
  readonly began_at: Date;
  readonly ended_at: Date;
  /** In one sentence; null: it went well. */
  readonly failure: string | null;
}

const SENTENCE = 300;

/**
 * What this process knows of its clock work: how each job's last run went, and who waits to be
 * woken. Kept here, since most jobs run several times a second; what changed is stored now and then.
 */
export class JobBook {
  readonly #runs = new Map<string, JobRun>();
  readonly #changed = new Set<string>();
  readonly #sleeping = new Map<string, AbortController>();
  readonly #wanted = new Set<string>();
  readonly #signal: AbortSignal;

  /** @param signal - ends every wait, from then on at once. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // One listener for all: thousands of waits a minute must not each leave one.
    signal.addEventListener("abort", () => this.#sleeping.forEach((waking) => waking.abort()));
  }

  note(name: string, beganAt: Date, error?: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const failure = error === undefined ? null : message.slice(0, SENTENCE);
    this.#runs.set(name, { began_at: beganAt, ended_at: new Date(), failure });
    this.#changed.add(name);
  }

  /** What changed since it was last asked. */
  takeChanged(): readonly (JobRun & { readonly name: string })[] {
    const names = [...this.#changed];
    this.#changed.clear();
    return names.flatMap((name) => {
      const run = this.#runs.get(name);
      return run === undefined ? [] : [{ name, ...run }];
    });
  }

  /** Waits for its next run; somebody who wants it now ends the wait. */
  async rest(name: string, ms: number): Promise<void> {
    const waking = new AbortController();
    this.#sleeping.set(name, waking);
    if (!this.#signal.aborted && !this.#wanted.delete(name)) await pause(ms, waking.signal);
    this.#sleeping.delete(name);
    this.#wanted.delete(name);
  }

  /** Runs a job now, or once more where it is at work. */
  wake(name: string): void {
    this.#wanted.add(name);
    this.#sleeping.get(name)?.abort();
  }
}
