/**
 * Most keys kept at once; beyond it the oldest is dropped, so that made-up keys cannot fill the
 * memory.
 */
const MOST_KEYS = 1000;

/** How much of its time a value is kept before the next one is loaded, by a cache that loads ahead. */
const UNTIL_NEXT = 0.6;

interface Kept<T> {
  readonly until: number;
  readonly value: Promise<T>;
  /** When the next one is loaded for who asks then. */
  nextAt: number;
}

interface CacheOptions {
  readonly mostKeys?: number;
  /** What is asked for again and again is loaded before it is too old: nobody waits but the first. */
  readonly isAhead?: boolean;
}

/**
 * Values kept for a time; all who ask within it share one load. For lists and facts that may be a
 * second old. Whatever decides about money is read again under locks.
 */
export class TtlCache<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #ttlMs: number;
  readonly #mostKeys: number;
  readonly #isAhead: boolean;

  constructor(ttlMs: number, { mostKeys = MOST_KEYS, isAhead = false }: CacheOptions = {}) {
    this.#ttlMs = ttlMs;
    this.#mostKeys = mostKeys;
    this.#isAhead = isAhead;
  }

  /** The value of a key, loaded when it is not known or too old. A failed load is not kept. */
  async get(key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > now) {
      if (known.nextAt <= now) void this.#loadNext(key, known, load);
      return await known.value;
    }
    const value = load();
    const kept = this.#made(now, value);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#dropOldest();
    try {
      return await value;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    }
  }

  #made(now: number, value: Promise<T>): Kept<T> {
    const nextAt = this.#isAhead ? now + UNTIL_NEXT * this.#ttlMs : Number.POSITIVE_INFINITY;
    return { until: now + this.#ttlMs, value, nextAt };
  }

  /** Meanwhile the known value is handed out, as long as it may be; so it is after a failure. */
  async #loadNext(key: string, known: Kept<T>, load: () => Promise<T>): Promise<void> {
    known.nextAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    try {
      const value = Promise.resolve(await load());
      // What was forgotten meanwhile was read too early.
      if (this.#kept.get(key) === known) this.#kept.set(key, this.#made(now, value));
    } catch {
      // Whoever asks when the known one is too old is told.
    }
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }

  #dropOldest(): void {
    if (this.#kept.size <= this.#mostKeys) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
