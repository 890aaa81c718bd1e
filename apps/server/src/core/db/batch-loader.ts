interface Waiting<Value> {
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Looks up many keys at once: those asked for in one turn of the event loop, or while earlier
 * look-ups are under way, go in one statement. Under load hundreds of sessions are verified
 * together; a quiet club waits for nothing.
 */
export class BatchLoader<Value> {
  readonly #load: (keys: string[]) => Promise<Map<string, Value>>;
  #waiting = new Map<string, Waiting<Value>[]>();
  #inFlight = 0;
  #isScheduled = false;

  constructor(load: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#load = load;
  }

  /** The value of a key, or null where there is none. @throws what `load` throws. */
  get(key: string): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(key);
      if (others === undefined) this.#waiting.set(key, [{ resolve, reject }]);
      else others.push({ resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0 || this.#inFlight >= MOST_IN_FLIGHT) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = new Map();
    this.#inFlight += 1;
    try {
      const found = await this.#load([...group.keys()]);
      for (const [key, all] of group) {
        for (const one of all) one.resolve(found.get(key) ?? null);
      }
    } catch (error) {
      for (const all of group.values()) {
        for (const one of all) one.reject(error);
      }
    } finally {
      this.#inFlight -= 1;
      this.#schedule();
    }
  }
}

const MOST_IN_FLIGHT = 2;
