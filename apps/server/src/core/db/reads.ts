import type { Database } from "./connect.ts";
import type { Reader, Replica } from "./replica.ts";
import { readerOf } from "./replica.ts";

declare module "../context.ts" {
  interface AppContext {
    readonly reads: Reads;
  }
}

/** Who reads or writes, in which session. */
interface Person {
  readonly id: string;
  readonly sessionId: string;
}

/** After an answer that gave up waiting, the work may still commit for so long. */
const LATE_MS = 10_000;
const MOST_KEPT = 50_000;
const FIRST_ERROR = 500;

/**
 * From where somebody reads: the replica, once it has everything that this person did or was told
 * here; else the primary. Sessions that may be served by other processes too read what is their own
 * from the primary (docs/decisions/0020-reads-from-a-standby.md).
 */
export class Reads {
  readonly #replica: Replica | undefined;
  readonly #sessionsStay: boolean;
  readonly #primary: Readonly<Record<"lists" | "reports", Reader>>;
  readonly #standby: Readonly<Record<"lists" | "reports", Reader>>;
  /** Of each person the last moment that a read of theirs must see. */
  readonly #wrote = new Map<string, number>();
  /** When each session was first seen: before, another process may have served it. */
  readonly #seen = new Map<string, number>();
  readonly #asking = new WeakMap<object, Person>();

  constructor(db: Database, replica: Replica | undefined, options: { sessionsStay: boolean }) {
    this.#replica = replica;
    this.#sessionsStay = options.sessionsStay;
    this.#primary = { lists: readerOf(db.browsing), reports: readerOf(db.jobs) };
    this.#standby =
      replica === undefined
        ? this.#primary
        : {
            lists: replica.reader("lists", this.#primary.lists),
            reports: replica.reader("reports", this.#primary.reports),
          };
  }

  get isOn(): boolean {
    return this.#replica !== undefined && this.#sessionsStay;
  }

  /** For what is compared with the primary after it was read, such as a stored file. */
  get stored(): Reader {
    return this.#standby.lists;
  }

  /** For a person's own lists. */
  lists(person: Person): Reader {
    return this.#mayLag(person) ? this.#standby.lists : this.#primary.lists;
  }

  /** For what takes longer: reports and exports. */
  reports(person: Person): Reader {
    return this.#mayLag(person) ? this.#standby.reports : this.#primary.reports;
  }

  /** Somebody is at a call that may write. */
  begins(request: object, person: Person): void {
    if (this.isOn) this.#asking.set(request, person);
  }

  /** The call is about to be answered: what it wrote is seen by the next read. */
  ends(request: object, status: number): void {
    const person = this.#asking.get(request);
    if (person === undefined) return;
    const late = status >= FIRST_ERROR ? LATE_MS : 0;
    this.#mark(this.#wrote, person.id, performance.now() + late);
  }

  /** A person is told what happened to them, and may look. */
  told(personId: string): void {
    if (this.isOn) this.#mark(this.#wrote, personId, performance.now());
  }

  #mayLag({ id, sessionId }: Person): boolean {
    if (this.#replica === undefined || !this.isOn) return false;
    const { coveredMs } = this.#replica;
    const seen = this.#seen.get(sessionId);
    if (seen === undefined) this.#mark(this.#seen, sessionId, performance.now());
    return seen !== undefined && seen < coveredMs && (this.#wrote.get(id) ?? seen) < coveredMs;
  }

  /** Beyond its size all is forgotten, and every session counts as new. */
  #mark(times: Map<string, number>, key: string, atMs: number): void {
    if (times.size >= MOST_KEPT && !times.has(key)) {
      this.#wrote.clear();
      this.#seen.clear();
    }
    times.set(key, Math.max(atMs, times.get(key) ?? 0));
  }
}
