import type { DataOf, ListItemOf, marketHistory } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { type BookPoint, bookHistory } from "./book-history.ts";

/** The market, its last hour of singles by minute, and its past odds, all at one moment. */
interface HistoryRow {
  from_at: Date;
  to_at: Date;
  outcomes: {
    id: string;
    key: string;
    name: string | null;
    odds_milli: number;
    stakes_cents: number;
    pays_cents: number;
  }[];
  steps: { minute: number; outcome_id: string; stakes_cents: number; pays_cents: number }[] | null;
  opening: Record<string, number> | null;
  prices: { minute: number; odds: Record<string, number> }[] | null;
}

const MS = 1000;
const MINUTE_MS = 60 * MS;
const MOST_OUTCOMES = 12;

/**
 * The hour ends now, or when betting ended. Bets are found by sport_leg_event (ids carry their
 * creation time, by clocks that may differ), prices by the primary key. A cancelled bet is in no
 * total, so it is in no step.
 */
const HISTORY = `
  WITH w AS (
    SELECT m.id, m.event_id, t.at - interval '1 hour' AS from_at, t.at AS to_at
    FROM sport_market m JOIN sport_event v ON v.id = m.event_id
    CROSS JOIN LATERAL (SELECT least(club_now_ms(), coalesce(v.closed_at, club_now_ms())) AS at) t
    WHERE m.id = $1),
  first AS (
    SELECT (SELECT p.odds FROM sport_price p WHERE p.market_id = w.id AND p.at <= w.from_at ORDER BY p.version DESC LIMIT 1)
      AS odds FROM w)
  SELECT w.from_at, w.to_at,
    (SELECT json_agg(json_build_object('id', o.id, 'key', o.key, 'name', o.name, 'odds_milli', o.odds_milli,
        'stakes_cents', o.stakes_cents, 'pays_cents', o.pays_cents) ORDER BY o.ord)
      FROM sport_outcome o WHERE o.market_id = w.id) AS outcomes,
    (SELECT json_agg(s) FROM (
      SELECT floor(extract(epoch FROM b.accepted_at - w.from_at) / 60)::int AS minute, l.outcome_id,
        sum(b.cost_cents)::bigint AS stakes_cents, sum(b.max_payout_cents)::bigint AS pays_cents
      FROM sport_leg l JOIN sport_bet b ON b.id = l.bet_id
      WHERE l.event_id = w.event_id AND l.bet_id >= uuid_floor(w.from_at - interval '15 minutes') AND l.market_id = w.id
        AND b.kind = 'single' AND b.accepted_at >= w.from_at
        AND NOT EXISTS (SELECT FROM sport_settled c WHERE c.bet_id = b.id AND c.status = 'void')
      GROUP BY 1, 2) s) AS steps,
    coalesce((SELECT odds FROM first), (SELECT p.odds FROM sport_price p WHERE p.market_id = w.id ORDER BY p.version LIMIT 1))
      AS opening,
    (SELECT json_agg(x ORDER BY x.minute) FROM (
      SELECT DISTINCT ON (minute) minute, odds FROM (
        SELECT floor(extract(epoch FROM p.at - w.from_at) / 60)::int AS minute, p.version, p.odds
        FROM sport_price p WHERE p.market_id = w.id AND p.at > w.from_at AND p.at <= w.to_at) q
      ORDER BY minute, version DESC) x) AS prices
  FROM w`;

/** The prices and the book of a market over its last hour of betting. @throws not_found */
export async function readMarketHistory(
  ctx: AppContext,
  marketId: string,
): Promise<{
  data: DataOf<typeof marketHistory>;
  list: ListItemOf<typeof marketHistory>[];
}> {
  const { rows } = await ctx.db.operators.query<HistoryRow>(HISTORY, [knownId(marketId)]);
  const [row] = rows;
  if (row === undefined) throw new Refusal("not_found");
  const { from_at: from, to_at: to, outcomes } = row;
  const points = bookHistory({
    outcomes: outcomes.map(({ id, stakes_cents, pays_cents }) => ({
      outcomeId: id,
      stakesCents: stakes_cents,
      paysCents: pays_cents,
    })),
    steps: (row.steps ?? []).map(({ minute, outcome_id, stakes_cents, pays_cents }) => ({
      minute,
      outcomeId: outcome_id,
      stakesCents: stakes_cents,
      paysCents: pays_cents,
    })),
    opening: row.opening ?? {},
    prices: row.prices ?? [],
  });
  const toPoint = (point: BookPoint) => ({
    at: new Date(Math.min(to.getTime(), from.getTime() + point.minute * MINUTE_MS)).toISOString(),
    odds_milli: point.oddsMilli,
    stakes_cents: point.stakesCents,
    book_cents: point.bookCents,
  });
  return {
    data: { from: wireInstant(from), to: wireInstant(to) },
    list: dearest(outcomes).map(({ id, key, name }) => ({
      outcome_id: id,
      key,
      name,
      points: (points.get(id) ?? []).map(toPoint),
    })),
  };
}

/** An outright may have two hundred outcomes: those that could cost the club most will do. */
function dearest(outcomes: HistoryRow["outcomes"]): HistoryRow["outcomes"] {
  const most = outcomes.toSorted((a, b) => b.pays_cents - a.pays_cents).slice(0, MOST_OUTCOMES);
  return outcomes.filter((outcome) => most.includes(outcome));
}
