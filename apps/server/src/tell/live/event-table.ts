import type { Queryable } from "../../core/db/connect.ts";
import { PLAYERS_TOPIC } from "./events.ts";
import type { Beginning, EventRow, EventStore, Mark } from "./hub.ts";

/** The numbered events in the club's database. */
export class EventTable implements EventStore {
  readonly #db: Queryable;

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

  async between(
    { seq, upTo, most }: { readonly seq: bigint; readonly upTo: bigint; readonly most: number },
    topics: ReadonlySet<string>,
  ): Promise<readonly EventRow[] | null> {
    const { rows: known } = await this.#db.query<{ oldest: bigint | null }>(
      "SELECT min(seq) AS oldest FROM event",
    );
    const oldest = known[0]?.oldest ?? null;
    if (oldest === null || seq < oldest - 1n) return null;
    const { rows } = await this.#db.query<EventRow>(
      `SELECT seq, topic, kind, payload::text FROM event
       WHERE seq > $1 AND seq <= $2 AND topic = ANY ($3) ORDER BY seq LIMIT $4`,
      [seq, upTo, [...topics, PLAYERS_TOPIC], most],
    );
    return rows.length === most ? null : rows;
  }
}
