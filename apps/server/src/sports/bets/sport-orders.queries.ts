import type { OrderStatus } from "@club/contract";
import type { LegStatus, MarketType, PricePolicy, SportBetKind } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { hasRow, manyRows, oneRow } from "../../core/db/statements.ts";

export interface SportLegData {
  event_id: string;
  market_id: string;
  outcome_id: string;
  odds_milli: number;
  seen_odds_milli: number;
  market_version: number;
  sport: string;
  competition: string;
  home: string;
  away: string;
  home_names: Record<string, string>;
  away_names: Record<string, string>;
  /** A string: it comes in JSON. */
  start_time: string;
  event_status: "open" | "closed" | "final" | "settled" | "void";
  has_started: boolean;
  live_home: number | null;
  live_away: number | null;
  live_clock: string | null;
  score_home: number | null;
  score_away: number | null;
  type: MarketType;
  line_milli: number | null;
  key: string;
  name: string | null;
  result: LegStatus | null;
  tied: number | null;
  places: number | null;
}

export interface SportBetData {
  id: string;
  player_id: string;
  user_name: string;
  kind: SportBetKind;
  price_policy: PricePolicy;
  lines: number;
  unit_stake_cents: bigint;
  cost_cents: bigint;
  max_payout_cents: bigint;
  accepted_at: Date;
  nonce: Buffer;
  receipt_hash: Buffer;
  balance_cents: bigint;
  status: OrderStatus;
  payout_cents: bigint;
  refund_cents: bigint;
  settled_at: Date | null;
  void_reason: string | null;
  legs: SportLegData[];
}

const BET = `b.id, b.player_id, p.user_name, b.kind, b.price_policy, b.lines, b.unit_stake_cents, b.cost_cents,
  b.max_payout_cents, b.accepted_at, b.nonce, b.receipt_hash, b.status, b.payout_cents, b.refund_cents, b.settled_at,
  b.void_reason, s.balance_cents, l.legs
  FROM sport_bet_view b
  JOIN player p ON p.id = b.player_id
  JOIN posting s ON s.entry_id = b.id AND s.line = 1
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('event_id', l.event_id, 'market_id', l.market_id, 'outcome_id', l.outcome_id,
      'odds_milli', l.odds_milli, 'seen_odds_milli', l.seen_odds_milli, 'market_version', l.market_version,
      'sport', v.sport, 'competition', v.competition, 'home', v.home, 'away', v.away, 'home_names', v.home_names,
      'away_names', v.away_names, 'start_time', iso_ms(v.start_time), 'event_status', v.status,
      'has_started', v.start_time <= club_now(), 'live_home', v.live_home, 'live_away', v.live_away,
      'live_clock', v.live_clock, 'score_home', v.score_home, 'score_away', v.score_away, 'type', m.type,
      'line_milli', m.line_milli, 'key', o.key, 'name', o.name, 'result', o.result, 'tied', o.tied,
      'places', o.places) ORDER BY l.leg) AS legs
    FROM sport_leg l
    JOIN sport_event v ON v.id = l.event_id
    JOIN sport_market m ON m.id = l.market_id
    JOIN sport_outcome o ON o.id = l.outcome_id
    WHERE l.bet_id = b.id) l`;

const FIND = `SELECT ${BET} WHERE b.id = $2 AND b.player_id = $1`;

/** A player's sport bet, or null. Served by the primary key; takes no lock. */
export const findSportBet = oneRow<SportBetData, [playerId: string, betId: string]>(FIND);

/** Whether a player's key has its bet. Served by the key's index; takes no lock. */
export const isPlaced = hasRow<[playerId: string, key: string]>(
  "SELECT FROM sport_bet WHERE player_id = $1 AND idem_key = $2",
);

export interface SportBetPage {
  readonly playerId: string | null;
  readonly eventId: string | null;
  /** Statuses to show; empty: all. */
  readonly statuses: readonly OrderStatus[];
  /** Days in club time, both included. */
  readonly from: string | null;
  readonly to: string | null;
  /** The last bet already shown. */
  readonly before: string | undefined;
  readonly limit: number;
}

const WHERE = `($1::uuid IS NULL OR b.player_id = $1)
  AND ($2::uuid IS NULL OR b.id IN (SELECT x.bet_id FROM sport_leg x WHERE x.event_id = $2))
  AND (cardinality($3::text[]) = 0 OR b.status = ANY ($3))
  AND ($4::date IS NULL OR b.accepted_at >= $4::date::timestamp AT TIME ZONE c.time_zone)
  AND ($5::date IS NULL OR b.accepted_at < ($5::date + 1)::timestamp AT TIME ZONE c.time_zone)`;
const OF_PLAYER = `SELECT ${BET} CROSS JOIN club c WHERE b.player_id = $1 AND ${WHERE}
  AND ($6::uuid IS NULL OR b.id < $6) ORDER BY b.id DESC LIMIT $7`;
const NEWEST = `SELECT ${BET} CROSS JOIN club c WHERE ${WHERE}
  AND ($6::uuid IS NULL OR b.id < $6) ORDER BY b.id DESC LIMIT $7`;
const LARGEST = `SELECT ${BET} CROSS JOIN club c WHERE ${WHERE} AND $6::uuid IS NULL
  ORDER BY b.cost_cents DESC, b.id LIMIT $7`;

/** A page of a player's sports bets, newest first. By sport_bet_player_id_id; takes no lock. */
export async function listSportBets(db: Queryable, page: SportBetPage): Promise<SportBetData[]> {
  const text = page.playerId === null ? NEWEST : OF_PLAYER;
  return (await db.query<SportBetData>(text, valuesOf(page))).rows;
}

/** The bets with the highest cost, one page. Served by sport_bet_cost. */
export async function listLargestSportBets(
  db: Queryable,
  page: SportBetPage,
): Promise<SportBetData[]> {
  return (await db.query<SportBetData>(LARGEST, valuesOf(page))).rows;
}

function valuesOf(page: SportBetPage): unknown[] {
  const { playerId, eventId, statuses, from, to, before, limit } = page;
  return [playerId, eventId, statuses, from, to, before ?? null, limit];
}

/** Every movement of money of a bet, oldest first. */
export const readSportTimeLine = manyRows<
  { at: Date; kind: string; amount_cents: bigint },
  { id: string; player_id: string }
>(
  `SELECT e.at, e.kind, p.amount_cents FROM (
     SELECT 'sport_bet:' || $1::uuid AS cause
     UNION ALL SELECT 'sport:' || s.bet_id || ':' || s.revision || u.undo
     FROM sport_settled s CROSS JOIN (VALUES (''), (':undo')) u (undo) WHERE s.bet_id = $1) c
   JOIN entry e ON e.cause = c.cause
   JOIN wallet w ON w.player_id = $2
   JOIN posting p ON p.entry_id = e.id AND p.account_id = w.cash_account
   ORDER BY p.id`,
  ["id", "player_id"],
);
