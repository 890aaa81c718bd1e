import type { OpenBook } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { theRow } from "../../core/db/statements.ts";
import { wireCents } from "../../core/http/wire.ts";

interface OpenBookRow extends Record<string, unknown> {
  bets: number;
  stakes_cents: bigint;
  worst_cents: bigint;
}

/**
 * The bets that are not settled, each counted once, whatever its legs: what was staked on them, and
 * what the club loses at worst. Of a market's singles that is its worst outcome; a multiple may
 * come in whatever else does. An open bet has a leg on an event that is not settled, so sport_leg_event
 * finds it. The board and the report both say this.
 */
const readRow = theRow<OpenBookRow, [sport: string | null]>(`
  WITH bets AS (
    SELECT DISTINCT b.id, b.kind, b.cost_cents, b.max_payout_cents
    FROM sport_event v JOIN sport_leg l ON l.event_id = v.id JOIN sport_bet b ON b.id = l.bet_id
    WHERE v.status IN ('open', 'closed', 'final') AND ($1::text IS NULL OR v.sport = $1)
      AND NOT EXISTS (SELECT FROM sport_settled s WHERE s.bet_id = b.id)),
  outcomes AS (
    SELECT l.market_id, sum(b.cost_cents) AS stakes, sum(b.max_payout_cents) AS pays
    FROM bets b JOIN sport_leg l ON l.bet_id = b.id WHERE b.kind = 'single' GROUP BY l.market_id, l.outcome_id),
  markets AS (SELECT greatest(0, max(pays) - sum(stakes)) AS worst FROM outcomes GROUP BY market_id)
  SELECT count(*)::int AS bets, coalesce(sum(b.cost_cents), 0)::bigint AS stakes_cents,
    (coalesce(sum(b.max_payout_cents - b.cost_cents) FILTER (WHERE b.kind <> 'single'), 0)
      + (SELECT coalesce(sum(worst), 0) FROM markets))::bigint AS worst_cents
  FROM bets b`);

/** The open book of a sport; null: of all. */
export async function readOpenBook(db: Queryable, sport: string | null): Promise<OpenBook> {
  const row = await readRow(db, sport);
  return {
    bets: row.bets,
    stakes_cents: wireCents(row.stakes_cents),
    worst_cents: -wireCents(row.worst_cents),
  };
}
