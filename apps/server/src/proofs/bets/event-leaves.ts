import type { SignedRoot } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import type { TileRow, UpperTileRow } from "./bet-proof.queries.ts";

/** The bets of an event that closed in order of id, packed: id and receipt hash. Served by sport_leg_event. */
export async function readEventLeaves(
  db: Queryable,
  event: { id: string; closedAt: Date },
): Promise<Buffer> {
  const { rows } = await db.query<{ packed: Buffer | null }>(
    `SELECT string_agg(uuid_send(b.id) || b.receipt_hash, ''::bytea ORDER BY b.id) AS packed
     FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = $1) d
     JOIN sport_bet b ON b.id = d.bet_id WHERE b.accepted_at < $2`,
    [event.id, event.closedAt],
  );
  return rows[0]?.packed ?? Buffer.alloc(0);
}

/** Stakes accepted on an event: of singles by market, of all other bets together. */
export async function readEventStakes(
  db: Queryable,
  event: { id: string; closedAt: Date },
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ name: string; stakes: bigint }>(
    `SELECT CASE WHEN b.kind = 'single' THEN d.market_id::text ELSE 'multiple' END AS name,
       sum(b.cost_cents)::bigint AS stakes
     FROM (SELECT l.bet_id, min(l.market_id::text) AS market_id FROM sport_leg l WHERE l.event_id = $1 GROUP BY l.bet_id) d
     JOIN sport_bet b ON b.id = d.bet_id WHERE b.accepted_at < $2 GROUP BY 1`,
    [event.id, event.closedAt],
  );
  return Object.fromEntries(rows.map(({ name, stakes }) => [name, Number(stakes)]));
}

export interface EventRootRow {
  readonly event_id: string;
  readonly closed_at: Date;
  readonly body: string | null;
}

/** The signed roots of those of some events that are frozen. By primary key and signed_root_subject. */
export async function readEventRoots(
  db: Queryable,
  eventIds: readonly string[],
): Promise<EventRootRow[]> {
  const { rows } = await db.query<EventRootRow>(
    `SELECT o.event_id, o.closed_at,
       (SELECT s.body FROM signed_root s WHERE s.subject_id = o.event_id ORDER BY s.seq DESC LIMIT 1) AS body
     FROM sport_root o WHERE o.event_id = ANY ($1) ORDER BY o.event_id`,
    [eventIds],
  );
  return rows;
}

/** The signed root of one event; null while it is open. */
export async function readEventRoot(db: Queryable, eventId: string): Promise<SignedRoot | null> {
  const [row] = await readEventRoots(db, [eventId]);
  return row === undefined || row.body === null ? null : (JSON.parse(row.body) as SignedRoot);
}

/** The tile of level 0 that would hold a bet, by primary key; null for an event without a tree. */
export async function readEventTile(
  db: Queryable,
  eventId: string,
  betId: string,
): Promise<TileRow | null> {
  const { rows } = await db.query<TileRow>(
    `SELECT number, nodes FROM sport_tile WHERE event_id = $1 AND level = 0 AND first_id <= $2
     ORDER BY first_id DESC LIMIT 1`,
    [eventId, betId],
  );
  return rows[0] ?? null;
}

/** The tiles above level 0 on the way of one leaf to the root, the lowest first. By primary key. */
export async function readUpperEventTiles(
  db: Queryable,
  eventId: string,
  leafTile: number,
): Promise<UpperTileRow[]> {
  const { rows } = await db.query<UpperTileRow>(
    `SELECT t.level, t.number, t.nodes FROM generate_series(1, 6) l (level)
     JOIN sport_tile t ON t.event_id = $1 AND t.level = l.level AND t.number = $2::integer >> (8 * l.level)
     ORDER BY t.level`,
    [eventId, leafTile],
  );
  return rows;
}
