import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 250;
const LOOK_WITHIN_MS = 2000;

/**
 * Says to which of several club processes a request goes, as deploy/cluster/haproxy.cfg does: in
 * turn to those that say at `/readyz/read` that they may be asked. With none of them up, to all.
 */
export class Balancer {
  #processes: readonly string[];
  #up: readonly string[];
  #turn = 0;
  #isStopped = false;
  readonly #looking: Promise<void>;

  /** @param processes - their addresses, all of them up. */
  constructor(processes: readonly string[]) {
    this.#processes = processes;
    this.#up = processes;
    this.#looking = this.#run();
  }

  /** The next process, for one request. */
  readonly next = (): string => {
    const from = this.#up.length > 0 ? this.#up : this.#processes;
    this.#turn += 1;
    return from[this.#turn % from.length] as string;
  };

  /** Another process takes the place of one that is gone; it is asked once it says that it may be. */
  exchange(gone: string, come: string): void {
    this.#processes = this.#processes.map((url) => (url === gone ? come : url));
    this.#up = this.#up.filter((url) => url !== gone);
  }

  /** Asks all of them: by its clock, and whenever a request was turned away. */
  async look(): Promise<void> {
    const processes = this.#processes;
    const answers = await Promise.all(processes.map(async (url) => await mayBeAsked(url)));
    // Of an exchange meanwhile nothing is known yet.
    if (processes === this.#processes) this.#up = processes.filter((_, at) => answers[at]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.look();
      await sleep(LOOK_EVERY_MS);
    }
  }
}

async function mayBeAsked(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LOOK_WITHIN_MS);
    const answer = await fetch(`${url}/readyz/read`, { signal });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
