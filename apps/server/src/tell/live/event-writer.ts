import type { Queryable } from "../../core/db/connect.ts";
import { type LiveEvent, playerEvents, toldEvents } from "./events.ts";
import { command } from "../../core/db/statements.ts";

/** A row of event_inbox: what a transaction wants announced, and its entries. */
export interface InboxRow {
  readonly id: bigint;
  readonly topic: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly entry_ids: readonly string[];
}

/** What a round took: its rows, and the pools whose money changed. */
export interface Told {
  readonly rows: readonly InboxRow[];
  readonly poolIds: readonly string[];
}

/** Turns them into an area's events, in the writer's transaction. Listed in run/lists. */
export type EventSource = (tx: Queryable, told: Told) => Promise<LiveEvent[]>;

/** A round takes at most this many rows, and stops after this many entries: it must stay short. */
const BATCH = 1000;
const BATCH_ENTRIES = 5000;

const TAKE = `SELECT id, topic, kind, payload, entry_ids FROM (
    SELECT i.*, sum(cardinality(i.entry_ids)) OVER (ORDER BY i.id) - cardinality(i.entry_ids) AS entries_before
    FROM (SELECT * FROM event_inbox ORDER BY id LIMIT $1) i) t
  WHERE entries_before < $2 ORDER BY id`;

export interface Round {
  readonly taken: number;
  /** There may be more to take right away. */
  readonly isFull: boolean;
  /** The entries that were chained. */
  readonly entryIds: readonly string[];
  readonly lastSeq: bigint;
}

/**
 * One round of the one writer: gives the committed entries of the inbox their position and hash in
 * the chain, folds the pool deltas, numbers what happened as events without a gap, and tells every
 * process. One transaction. The caller holds the writer's lock (`Leader`), in the same connection.
 */
export async function writeEvents(tx: Queryable, sources: readonly EventSource[]): Promise<Round> {
  await tx.query("BEGIN");
  try {
    const round = await writeRound(tx, sources);
    await tx.query("COMMIT");
    return round;
  } catch (error) {
    await tx.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function writeRound(tx: Queryable, sources: readonly EventSource[]): Promise<Round> {
  const { rows } = await tx.query<InboxRow>(TAKE, [BATCH, BATCH_ENTRIES]);
  const entryIds = rows.flatMap((row) => row.entry_ids);
  if (entryIds.length > 0) await tx.query("SELECT chain_append($1)", [entryIds]);
  const folded = await tx.query<{ fold_pool_deltas: string }>("SELECT fold_pool_deltas()");
  const told = { rows, poolIds: folded.rows.map((row) => row.fold_pool_deltas) };
  const events: LiveEvent[] = [];
  for (const source of sources) events.push(...(await source(tx, told)));
  events.push(...playerEvents(rows), ...toldEvents(rows));
  const lastSeq = await numberEvents(tx, events);
  if (rows.length > 0) {
    await tx.query("DELETE FROM event_inbox WHERE id = ANY ($1)", [rows.map((row) => row.id)]);
  }
  return {
    taken: rows.length,
    isFull: rows.length === BATCH || entryIds.length >= BATCH_ENTRIES,
    entryIds,
    lastSeq,
  };
}

/** Numbers follow each other without a gap, in order of commit: there is one writer. */
async function numberEvents(tx: Queryable, events: readonly LiveEvent[]): Promise<bigint> {
  if (events.length === 0) {
    const { rows } = await tx.query<{ last: bigint }>(
      "SELECT coalesce(max(seq), 0)::bigint AS last FROM event",
    );
    return rows[0]?.last ?? 0n;
  }
  const { rows } = await tx.query<{ last: bigint }>(
    `WITH added AS (
      INSERT INTO event (seq, topic, kind, payload, at)
      SELECT (SELECT coalesce(max(seq), 0) FROM event) + e.n, e.topic, e.kind, e.payload::jsonb, club_now_ms()
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS e (topic, kind, payload, n)
      RETURNING seq
    ) SELECT max(seq)::bigint AS last, pg_notify('club_events', max(seq)::text) FROM added`,
    [
      events.map((event) => event.topic),
      events.map((event) => event.kind),
      events.map((event) => JSON.stringify(event.payload)),
    ],
  );
  return rows[0]?.last ?? 0n;
}

/** Deletes events too old to resume from: a reader that comes later reads everything anew. */
export const forgetOldEvents = command<
  [keepMinutes: number]
>(`DELETE FROM event WHERE at < club_now() - make_interval(mins => $1)
       AND seq < (SELECT max(seq) FROM event)`);

/**
 * Frees the space of folded deltas: every fold, close and read of a pool scans what is left of
 * them. Takes no lock that a bet waits for, and does not shrink the file. Before version 17 the
 * server does this by itself, once a minute.
 */
export async function sweepFoldedDeltas(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ may: boolean }>(
    "SELECT current_setting('server_version_num')::int >= 170000 AS may",
  );
  if (rows[0]?.may === true) await db.query("VACUUM (SKIP_LOCKED, TRUNCATE false) pool_delta");
}
