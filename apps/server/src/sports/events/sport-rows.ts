import type { LegStatus, MarketType } from "@club/domain";

/** An event as stored. */
export interface SportEventRowData {
  id: string;
  sport: string;
  competition: string;
  home: string;
  away: string;
  home_names: Record<string, string>;
  away_names: Record<string, string>;
  start_time: Date;
  first_start: Date;
  status: "draft" | "open" | "closed" | "final" | "settled" | "void";
  is_suspended: boolean;
  is_stale: boolean;
  has_started: boolean;
  closed_at: Date | null;
  settled_at: Date | null;
  live_home: number | null;
  live_away: number | null;
  live_clock: string | null;
  score_home: number | null;
  score_away: number | null;
  result_version: number | null;
  source: string;
  fed_at: Date | null;
  fed_home: string | null;
  fed_away: string | null;
  fed_start: Date | null;
  max_liability_cents: bigint;
  worst_cents: bigint;
  multiple_stakes_cents: bigint;
  multiple_exposure_cents: bigint;
  bets: number;
  markets_count: number;
  single_stakes_cents: bigint;
}

export const EVENT_COLUMNS = `v.id, v.sport, v.competition, v.home, v.away, v.home_names, v.away_names, v.start_time,
  v.first_start, v.status, v.is_suspended, v.is_stale, v.start_time <= club_now() AS has_started, v.closed_at,
  v.settled_at, v.live_home, v.live_away, v.live_clock, v.score_home, v.score_away, v.result_version, v.source, v.fed_at, v.fed_home, v.fed_away, v.fed_start,
  v.max_liability_cents, v.worst_cents, v.multiple_stakes_cents, v.multiple_exposure_cents, v.bets, n.markets_count,
  n.single_stakes_cents
  FROM sport_event v
  CROSS JOIN LATERAL (SELECT count(*)::int AS markets_count, coalesce(sum(m.stakes_cents), 0)::bigint AS single_stakes_cents
    FROM sport_market m WHERE m.event_id = v.id) n`;

export interface SportOutcomeData {
  id: string;
  key: string;
  name: string | null;
  odds_milli: number;
  previous_odds_milli: number | null;
  result: LegStatus | null;
  stakes_cents: number;
  pays_cents: number;
  bets: number;
}

export interface SportMarketData {
  id: string;
  event_id: string;
  type: MarketType;
  line_milli: number | null;
  status: "open" | "suspended" | "closed" | "settled" | "void";
  version: number;
  combines: boolean;
  max_liability_cents: bigint;
  stakes_cents: bigint;
  worst_cents: bigint;
  changed_at: Date;
  outcomes: SportOutcomeData[];
}

export const MARKET_COLUMNS = `m.id, m.event_id, m.type, m.line_milli, m.status, m.version, m.combines,
  m.max_liability_cents, m.stakes_cents, m.worst_cents, m.changed_at,
  (SELECT json_agg(json_build_object('id', o.id, 'key', o.key, 'name', o.name, 'odds_milli', o.odds_milli,
      'previous_odds_milli', o.previous_odds_milli, 'result', o.result, 'stakes_cents', o.stakes_cents,
      'pays_cents', o.pays_cents, 'bets', o.bets) ORDER BY o.ord)
    FROM sport_outcome o WHERE o.market_id = m.id) AS outcomes
  FROM sport_market m`;
