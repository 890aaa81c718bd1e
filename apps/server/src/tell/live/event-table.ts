import type { Queryable } from "../../core/db/connect.ts";
import { PLAYERS_TOPIC } from "./events.ts";
import type { Beginning, EventRow, EventStore, Mark } from "./hub.ts";

interface Range {
  readonly seq: bigint;
  readonly upTo: bigint;
  readonly most: number;
}

/**
 * Looks back at a time: a stream is open to all, and the connections are those of the club's own
 * work. One more reads anew.
 */
const LOOKS_AT_ONCE = 2;

/** The numbered events in the club's database. */
export class EventTable implements EventStore {
  readonly #db: Queryable;
  #looks = 0;
  /** The oldest event that the table had at the last look: what is older is gone for good. */
  #kept = 0n;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async begin(most: number): Promise<Beginning> {
    const { rows } = await this.#db.query<EventRow & { ago_ms: number }>(
      `SELECT seq, topic, kind, payload::text,
         (extract(epoch FROM club_now() - at) * 1000)::float8 AS ago_ms
       FROM event ORDER BY seq DESC LIMIT $1`,
      [most],
    );
    const known = rows.toReversed();
    const before = (known[0]?.seq ?? 1n) - 1n;
    // All that the table has is at hand: whatever is older came before it, however long ago.
    const first: Mark[] = known.length < most ? [{ agoMs: Date.now(), seq: before }] : [];
    return {
      events: known.map(({ ago_ms: _, ...event }) => event),
      marks: [...first, ...known.map(({ seq, ago_ms: agoMs }) => ({ agoMs, seq: seq - 1n }))],
    };
  }

  async after(seq: bigint, most: number): Promise<readonly EventRow[]> {
    const { rows } = await this.#db.query<EventRow>(
      "SELECT seq, topic, kind, payload::text FROM event WHERE seq > $1 ORDER BY seq LIMIT $2",
      [seq, most],
    );
    return rows;
  }

  async between(range: Range, topics: ReadonlySet<string>): Promise<readonly EventRow[] | null> {
    if (range.seq < this.#kept - 1n || this.#looks >= LOOKS_AT_ONCE) return null;
    this.#looks += 1;
    try {
      return await this.#look(range, topics);
    } finally {
      this.#looks -= 1;
    }
  }

  async #look(
    { seq, upTo, most }: Range,
    topics: ReadonlySet<string>,
  ): Promise<readonly EventRow[] | null> {
    const { rows: known } = await this.#db.query<{ oldest: bigint | null }>(
      "SELECT min(seq) AS oldest FROM event",
    );
    this.#kept = known[0]?.oldest ?? upTo + 1n;
    if (seq < this.#kept - 1n) return null;
    const { rows } = await this.#db.query<EventRow>(
      `SELECT seq, topic, kind, payload::text FROM event
       WHERE seq > $1 AND seq <= $2 AND topic = ANY ($3) ORDER BY seq LIMIT $4`,
      [seq, upTo, [...topics, PLAYERS_TOPIC], most],
    );
    return rows.length === most ? null : rows;
  }
}
