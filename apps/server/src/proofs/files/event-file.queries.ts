import type { EventFile, MarketFile, SignedRoot } from "@club/domain";
import { manyRows, oneRow, theRow } from "../../core/db/statements.ts";
import type { FileState } from "./public-file.ts";

export interface FileEventRow {
  readonly club: string;
  readonly id: string;
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly start_time: Date;
  readonly closed_at: Date | null;
  readonly status: EventFile["event"]["status"] | "draft" | "open";
  /** A result is being paid. */
  readonly is_posting: boolean;
  readonly results: readonly {
    version: number;
    kind: EventFile["results"][number]["kind"];
    score_home: number | null;
    score_away: number | null;
  }[];
  readonly root: SignedRoot | null;
}

/** An event for its public file, with the results that bets were settled by. By primary keys. */
export const readFileEvent = oneRow<FileEventRow, [eventId: string]>(`
  SELECT club.name AS club, v.id, v.sport, v.competition, v.home, v.away, v.start_time, v.closed_at, v.status,
    EXISTS (SELECT FROM sport_settlement s WHERE s.event_id = v.id AND s.step = 'posting') AS is_posting,
    (SELECT coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'score_home', r.score_home,
        'score_away', r.score_away) ORDER BY r.version), '[]')
      FROM sport_result r JOIN sport_settlement s ON s.event_id = r.event_id AND s.version = r.version
      WHERE r.event_id = v.id) AS results,
    (SELECT s.body::json FROM sport_root o JOIN signed_root s ON s.subject_id = o.event_id
      WHERE o.event_id = v.id ORDER BY s.seq DESC LIMIT 1) AS root
  FROM sport_event v CROSS JOIN club WHERE v.id = $1`);

export interface FileMarketRow {
  readonly id: string;
  readonly type: MarketFile["type"];
  readonly line_milli: number | null;
  readonly status: MarketFile["status"];
  readonly version: number;
  readonly prices: readonly { version: number; at: string; odds: Record<string, number> }[];
  readonly outcomes: readonly {
    id: string;
    key: string;
    result: string | null;
    tied: number | null;
    places: number | null;
  }[];
}

/**
 * An event's markets in board order, each with the prices at which bets were taken and the one at
 * the close. Served by sport_market_event, sport_outcome's and sport_price's keys and
 * sport_leg_event.
 */
export const readFileMarkets = manyRows<FileMarketRow, [eventId: string]>(`
  SELECT m.id, m.type, m.line_milli, m.status, c.version,
    (SELECT coalesce(json_agg(json_build_object('version', p.version, 'at', iso_ms(p.at), 'odds', p.odds) ORDER BY p.version), '[]')
      FROM sport_price p WHERE p.market_id = m.id AND (p.version = c.version OR p.version = ANY (u.versions))) AS prices,
    (SELECT coalesce(json_agg(json_build_object('id', o.id, 'key', o.key, 'result', o.result, 'tied', o.tied,
        'places', o.places) ORDER BY o.ord, o.id), '[]') FROM sport_outcome o WHERE o.market_id = m.id) AS outcomes
  FROM sport_event v
  JOIN sport_market m ON m.event_id = v.id
  LEFT JOIN (SELECT l.market_id, array_agg(DISTINCT l.market_version) AS versions FROM sport_leg l
    WHERE l.event_id = $1 GROUP BY l.market_id) u ON u.market_id = m.id
  CROSS JOIN LATERAL (SELECT coalesce(max(p.version) FILTER (WHERE p.at <= v.closed_at), min(p.version), 0) AS version
    FROM sport_price p WHERE p.market_id = m.id) c
  WHERE v.id = $1 ORDER BY m.ord, m.id`);

/** Equal singles on an outcome. */
export interface SinglesRow {
  readonly market_id: string;
  readonly outcome_id: string;
  readonly version: number;
  readonly unit: bigint;
  readonly most: bigint;
  readonly is_void: boolean;
  readonly bets: number;
  readonly paid: bigint;
  readonly refunded: bigint;
}

/** All singles of an event, grouped when equal. Served by sport_leg_event and primary keys. */
export const readSingles = manyRows<SinglesRow, [eventId: string]>(`
  SELECT l.market_id, l.outcome_id, l.market_version AS version, b.unit_stake_cents AS unit, b.max_payout_cents AS most,
    b.status = 'void' AS is_void, count(*)::integer AS bets, sum(b.payout_cents)::bigint AS paid,
    sum(b.refund_cents)::bigint AS refunded
  FROM sport_leg l JOIN sport_bet_view b ON b.id = l.bet_id
  WHERE l.event_id = $1 AND b.kind = 'single'
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`);

/** Totals of all other bets with a leg in an event. */
export const readMultiples = theRow<{ bets: number; stakes: bigint }, [eventId: string]>(`
  SELECT count(*)::integer AS bets, coalesce(sum(b.cost_cents), 0)::bigint AS stakes
  FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = $1) d
  JOIN sport_bet b ON b.id = d.bet_id WHERE b.kind <> 'single'`);

/** What an event's file depends on, as one text: if it differs, so does the file. Null: hidden. */
export const readEventState = oneRow<FileState, [eventId: string]>(`
  SELECT v.status, concat_ws(' ', v.status, v.closed_at, v.result_version, v.bets, v.multiple_stakes_cents, s.posting,
      (SELECT max(l.seq) FROM signed_root l WHERE l.subject_id = v.id)) AS state,
    v.status IN ('settled', 'void') AND s.posting = 0
      AND EXISTS (SELECT FROM sport_root o WHERE o.event_id = v.id) AS is_final
  FROM sport_event v
  CROSS JOIN LATERAL (SELECT count(*) AS posting FROM sport_settlement x WHERE x.event_id = v.id AND x.step = 'posting') s
  WHERE v.id = $1 AND v.status <> 'draft'`);
