import type { BatchLoader } from "../../core/db/batch-loader.ts";
import type { Verified } from "./sessions.queries.ts";

const MOST_KEPT = 50_000;

interface Kept<Person> {
  person: Person;
  until: number;
}

/** Sessions verified a moment ago, oldest first. */
export class SessionCache<Person extends { id: string }> {
  readonly #loader: BatchLoader<Verified<Person>>;
  readonly #believedMs: () => number;
  readonly #kept = new Map<string, Kept<Person>>();
  /** Counts calls of `forget`: a look-up that began before one must not be cached after it. */
  #forgotten = 0;

  /** @param believedMs - how long a verified session is trusted, asked at each look-up. */
  constructor(loader: BatchLoader<Verified<Person>>, believedMs: () => number) {
    this.#loader = loader;
    this.#believedMs = believedMs;
  }

  /** The person of a session that is trusted at this moment, or undefined. */
  known(key: string): Person | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.until > performance.now() ? kept.person : undefined;
  }

  async find(key: string): Promise<Person | null> {
    const known = this.known(key);
    if (known !== undefined) return known;
    const now = performance.now();
    const forgotten = this.#forgotten;
    const verified = await this.#loader.get(key);
    if (verified === null) return null;
    if (forgotten === this.#forgotten) this.#keep(key, verified, now);
    return verified.person;
  }

  forget(personId: string): void {
    this.#forgotten += 1;
    for (const [key, kept] of this.#kept) {
      if (kept.person.id === personId) this.#kept.delete(key);
    }
  }

  forgetAll(): void {
    this.#forgotten += 1;
    this.#kept.clear();
  }

  #keep(key: string, verified: Verified<Person>, now: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, {
      person: verified.person,
      until: now + Math.min(this.#believedMs(), verified.leftMs),
    });
    for (const [oldKey, old] of this.#kept) {
      if (old.until > now && this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldKey);
    }
  }
}
