/**
 * Most keys kept at once; beyond it the oldest is dropped, so that made-up keys cannot fill the
 * memory.
 */
const MOST_KEYS = 1000;

interface Kept<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/**
 * Values kept for a time; all who ask within it share one load. For lists and facts that may be a
 * second old. Whatever decides about money is read again under locks.
 */
export class TtlCache<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #ttlMs: number;
  readonly #mostKeys: number;

  constructor(ttlMs: number, mostKeys = MOST_KEYS) {
    this.#ttlMs = ttlMs;
    this.#mostKeys = mostKeys;
  }

  /** The value of a key, loaded when it is not known or too old. A failed load is not kept. */
  async get(key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > now) return await known.value;
    const value = load();
    const kept = { until: now + this.#ttlMs, value };
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
