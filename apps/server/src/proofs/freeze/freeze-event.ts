import type { Queryable } from "../../core/db/connect.ts";
import type { FreezeSubject } from "./freeze.ts";
import type { ClosedSubject } from "./freeze.queries.ts";

/** All bets with a leg in an event. They cannot change: the close waited for those in flight. */
export const eventBets: FreezeSubject = {
  kind: "event",
  readBets: async (db, closed) => ({
    lists: [await readEventLeaves(db, closed)],
    pools: await readStakes(db, closed),
  }),
};

/** The bets of a closed event by id, packed: id and receipt hash. Served by sport_leg_event. */
export async function readEventLeaves(
  db: Queryable,
  { id, closed_at }: ClosedSubject,
): Promise<Buffer> {
  const { rows } = await db.query<{ packed: Buffer | null }>(
    `SELECT string_agg(uuid_send(b.id) || b.receipt_hash, ''::bytea ORDER BY b.id) AS packed
     FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = $1) d
     JOIN sport_bet b ON b.id = d.bet_id WHERE b.accepted_at < $2`,
    [id, closed_at],
  );
  return rows[0]?.packed ?? Buffer.alloc(0);
}

/** Accepted stakes on an event: singles by market, all other bets together. */
async function readStakes(
  db: Queryable,
  { id, closed_at }: ClosedSubject,
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ name: string; stakes: bigint }>(
    `SELECT CASE WHEN b.kind = 'single' THEN d.market_id::text ELSE 'multiple' END AS name,
       sum(b.cost_cents)::bigint AS stakes
     FROM (SELECT l.bet_id, min(l.market_id::text) AS market_id FROM sport_leg l WHERE l.event_id = $1 GROUP BY l.bet_id) d
     JOIN sport_bet b ON b.id = d.bet_id WHERE b.accepted_at < $2 GROUP BY 1`,
    [id, closed_at],
  );
  return Object.fromEntries(rows.map(({ name, stakes }) => [name, Number(stakes)]));
}
