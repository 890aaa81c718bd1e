import type { OrderStatus } from "@club/contract";
import { ALL_UP_INDEX, type AllUpPoolCode, assert } from "@club/domain";
import type { ClubPool, Queryable } from "../../core/db/connect.ts";
import { manyRows, oneRow } from "../../core/db/statements.ts";

/** A bet as it was accepted. */
export interface PlacedBetRow {
  id: string;
  bet_type: number;
  combinations: number;
  unit_stake_cents: bigint;
  unit_stake2_cents: bigint | null;
  cost_cents: bigint;
  balance_cents: bigint;
  accepted_at: Date;
  receipt_hash: Buffer;
  fingerprint: Buffer;
}

/** An All Up is known by the bet of its first leg, under the number of its own form. */
const TYPE = `CASE WHEN EXISTS (SELECT FROM all_up_leg u WHERE u.order_id = b.id) THEN ${ALL_UP_INDEX} ELSE b.bet_type END`;

const PLACED = `b.id, ${TYPE} AS bet_type, b.combinations, b.unit_stake_cents, b.unit_stake2_cents, b.cost_cents,
  b.accepted_at, b.receipt_hash, b.fingerprint, l.balance_cents
  FROM bet b JOIN posting l ON l.entry_id = b.id AND l.line = 1`;

const FIND_BY_KEY = `SELECT ${PLACED} WHERE b.player_id = $1 AND b.idem_key = $2`;
const FIND_BY_ID = `SELECT ${PLACED} WHERE b.player_id = $1 AND b.id = $2`;
const FIND_SAME = `SELECT ${PLACED} WHERE b.id = (SELECT l.id FROM bet l WHERE l.player_id = $1
         AND NOT EXISTS (SELECT FROM all_up_leg u WHERE u.bet_id = l.id AND u.leg > 1) ORDER BY l.id DESC LIMIT 1)
       AND b.fingerprint = $2 AND b.accepted_at > club_now() - interval '60 seconds'`;

/** The player's bet with a key, or null. Served by bet_player_key; takes no lock. */
export const findBetByKey = oneRow<PlacedBetRow, [playerId: string, key: string]>(FIND_BY_KEY);

/** The player's bet with an id, or null. Served by the primary key; takes no lock. */
export const findBetById = oneRow<PlacedBetRow, [playerId: string, betId: string]>(FIND_BY_ID);

/** The player's last bet, beside legs that the club staked, if equal and less than a minute old. Served by bet_player_id_id. */
export const findSameBet = oneRow<PlacedBetRow, [playerId: string, fingerprint: Buffer]>(FIND_SAME);

/** A refund of a bet, by the cause of its entry; a correction takes back with a negative amount. */
export interface RefundRow {
  readonly cause: string;
  readonly cents: number;
}

/** A leg of an All Up with the bet that it became, if it did. Money as numbers of cents. */
export interface AllUpLegRow {
  readonly bet_id: string | null;
  readonly not_staked: string | null;
  readonly pool: AllUpPoolCode;
  readonly bet_type: number;
  readonly selections: string;
  readonly race_id: string;
  readonly meetings: string;
  readonly code: string;
  readonly race_no: number;
  readonly race_name: string;
  readonly start_time: string;
  readonly status: OrderStatus | null;
  readonly stake_cents: number | null;
  readonly payout_cents: number | null;
  readonly refund_cents: number | null;
}

export interface BetRow extends Omit<PlacedBetRow, "balance_cents"> {
  status: OrderStatus;
  payout_cents: bigint;
  refund_cents: bigint;
  refunds: readonly RefundRow[];
  settled_at: Date | null;
  selections: string;
  race_id: string;
  race_id2: string | null;
  meetings: string;
  code: string;
  date: string;
  race_no: number;
  race_name: string;
  start_time: Date;
  meetings2: string | null;
  race_no2: number | null;
  pool_id: string;
  /** Three races and more: the pool's name and its races. */
  multi_name: string | null;
  multi_races: readonly { readonly race_id: string; readonly number: number }[] | null;
  /** The legs of an All Up; null for a bet. */
  all_up: readonly AllUpLegRow[] | null;
  nonce: Buffer;
  exchange_rate: string;
}

/* When the pool of a `bet b` was settled. Of several races no leg's own time says it: any leg may be the last. */
const SETTLED = `CASE WHEN b.race_id2 IS NULL THEN r.settled_at
    ELSE (SELECT min(t.posted_at) FROM settlement t WHERE t.pool_id = b.pool_id) END`;

const BET_COLUMNS = `b.id, b.bet_type, b.combinations, b.unit_stake_cents, b.unit_stake2_cents, b.cost_cents,
  b.accepted_at, b.receipt_hash, b.fingerprint, b.status, b.payout_cents, b.refund_cents, b.selections, b.nonce,
  trim_scale(b.exchange_rate)::text AS exchange_rate, b.race_id, b.race_id2,
  CASE WHEN b.status = 'lost' AND b.bet_type <> ${ALL_UP_INDEX} THEN greatest(b.last_credit_at, ${SETTLED})
    WHEN b.status <> 'accepted' THEN b.last_credit_at END AS settled_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('cause', c.cause, 'cents', c.amount_cents) ORDER BY c.at, c.cause)
    FROM bet_credit c WHERE c.bet_id = b.id AND c.kind = 'refund'), '[]') AS refunds,
  m.name AS meetings, m.code, m.date, r.number AS race_no, r.name AS race_name, r.start_time,
  m2.name AS meetings2, r2.number AS race_no2, b.pool_id, q.name AS multi_name,
  CASE WHEN q.name IS NOT NULL THEN (SELECT json_agg(json_build_object('race_id', k.race_id, 'number', n.number)
    ORDER BY k.leg) FROM pool_leg k JOIN race n ON n.id = k.race_id WHERE k.pool_id = q.id) END AS multi_races,
  CASE WHEN b.bet_type = ${ALL_UP_INDEX} THEN (
    SELECT json_agg(json_build_object('bet_id', l.bet_id, 'not_staked', l.not_staked, 'pool', l.pool_code,
      'bet_type', l.bet_type, 'selections', l.selections, 'race_id', l.race_id, 'meetings', e.name, 'code', e.code,
      'race_no', n.number, 'race_name', n.name, 'start_time', iso_ms(n.start_time), 'status', v.status,
      'stake_cents', v.cost_cents, 'payout_cents', v.payout_cents, 'refund_cents', v.refund_cents) ORDER BY l.leg)
    FROM all_up_leg l JOIN race n ON n.id = l.race_id JOIN meeting e ON e.id = n.meeting_id
    LEFT JOIN bet_view v ON v.id = l.bet_id WHERE l.order_id = b.id) END AS all_up
  FROM order_view b JOIN pool q ON q.id = b.pool_id
  JOIN race r ON r.id = b.race_id JOIN meeting m ON m.id = r.meeting_id
  LEFT JOIN race r2 ON r2.id = b.race_id2 LEFT JOIN meeting m2 ON m2.id = r2.meeting_id`;

/* The bet of a later leg of an All Up is shown as that order. */
const READ_BET = `SELECT ${BET_COLUMNS} WHERE b.player_id = $1
  AND b.id = coalesce((SELECT l.order_id FROM all_up_leg l WHERE l.bet_id = $2), $2)`;
const LIST_BETS = `SELECT ${BET_COLUMNS} CROSS JOIN club
     WHERE b.player_id = $1 AND b.id < $2 AND b.id >= $7
       AND (cardinality($3::text[]) = 0 OR b.status = ANY ($3))
       AND ($4::date IS NULL OR b.accepted_at >= $4::date::timestamp AT TIME ZONE club.time_zone)
       AND ($5::date IS NULL OR b.accepted_at < ($5::date + 1)::timestamp AT TIME ZONE club.time_zone)
     ORDER BY b.id DESC LIMIT $6`;

/*
 * Ids follow the clock of the process that made them, so a period bounds them with an hour's slack.
 * Open bets start at the oldest unpaid pool. Of 100,000 bets a page reads only a page's worth.
 */
const BOUNDS = `SELECT
    least(coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
      uuid_floor(($3::date + 1)::timestamp AT TIME ZONE club.time_zone + interval '1 hour')) AS before,
    greatest('00000000-0000-0000-0000-000000000000',
      uuid_floor($2::date::timestamp AT TIME ZONE club.time_zone - interval '1 hour'),
      CASE WHEN $4 THEN uuid_floor(coalesce((SELECT min(created_at) FROM pool WHERE status IN ('OPEN', 'CLOSED')),
        club_now()) - interval '1 hour') END) AS since
  FROM club`;

export interface BetPage {
  /** Statuses to show; empty: all. */
  readonly statuses: readonly OrderStatus[];
  /** Days in club time, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The last bet already shown. */
  readonly before: string | undefined;
  readonly limit: number;
}

/**
 * One page of a player's bets, newest first. Served by bet_player_id_id; takes no lock. The view
 * adds the status, which follows from pools and credits: a bet row never changes.
 */
export async function listPlayerBets(
  db: Queryable,
  playerId: string,
  page: BetPage,
): Promise<BetRow[]> {
  const { before, since } = await readBounds(db, page);
  const { rows } = await db.query<BetRow>(LIST_BETS, [
    playerId,
    before,
    page.statuses,
    page.from ?? null,
    page.to ?? null,
    page.limit,
    since,
  ]);
  return rows;
}

interface Bounds {
  readonly before: string;
  readonly since: string;
}

async function readBounds(db: Queryable, page: BetPage): Promise<Bounds> {
  const isOpenOnly = page.statuses.length > 0 && page.statuses.every((one) => one === "accepted");
  const { rows } = await db.query<Bounds>(BOUNDS, [
    page.before ?? null,
    page.from ?? null,
    page.to ?? null,
    isOpenOnly,
  ]);
  const [bounds] = rows;
  assert(bounds !== undefined, "the club has its row");
  return bounds;
}

/** One bet of a player, or null. Served by the primary key. */
export const readPlayerBet = oneRow<BetRow, [playerId: string, betId: string]>(READ_BET);

/** What a leg of an All Up needs to be proven and explained as the bet that it is. */
export interface LegBetRow {
  readonly id: string;
  readonly nonce: Buffer;
  readonly race_id: string;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit_stake_cents: bigint;
  readonly cost_cents: bigint;
  readonly accepted_at: Date;
  readonly receipt_hash: Buffer;
  readonly status: OrderStatus;
}

/** The bets of an All Up in the order of its legs. By primary keys. */
export const readLegBets = manyRows<LegBetRow, [orderId: string]>(`
  SELECT v.id, v.nonce, v.race_id, v.bet_type, v.selections, v.unit_stake_cents, v.cost_cents, v.accepted_at,
    v.receipt_hash, v.status
  FROM all_up_leg l JOIN bet_view v ON v.id = l.bet_id WHERE l.order_id = $1 ORDER BY l.leg`);

export interface TimeLineRow {
  at: Date;
  key: string;
  amount_cents: bigint | null;
  /** For a refund: the cause of its entry. */
  cause: string | null;
  /** For a refund after a scratching: the horse. */
  runner_name: string | null;
}

/**
 * An All Up's history, oldest first: at one moment what a leg was given comes before what went on.
 * By primary keys.
 */
export const readAllUpTimeLine = manyRows<
  TimeLineRow & { readonly leg: number },
  [orderId: string]
>(`
  SELECT * FROM (
  SELECT b.accepted_at AS at, CASE WHEN l.leg = 1 THEN 'accepted' ELSE 'staked' END AS key, b.cost_cents AS amount_cents,
      NULL AS cause, NULL AS runner_name, l.leg FROM all_up_leg l JOIN bet b ON b.id = l.bet_id WHERE l.order_id = $1
  UNION ALL SELECT r.closed_at, 'closed', NULL, NULL, NULL, l.leg FROM all_up_leg l JOIN race r ON r.id = l.race_id
    WHERE l.order_id = $1 AND l.bet_id IS NOT NULL AND r.closed_at IS NOT NULL
  UNION ALL SELECT r.settled_at, 'settled', NULL, NULL, NULL, l.leg FROM all_up_leg l JOIN race r ON r.id = l.race_id
    WHERE l.order_id = $1 AND l.bet_id IS NOT NULL AND r.settled_at IS NOT NULL
  UNION ALL SELECT c.at, CASE WHEN c.amount_cents < 0 THEN 'reversal' ELSE c.kind END, c.amount_cents, c.cause, u.name, l.leg
    FROM all_up_leg l JOIN bet_credit c ON c.bet_id = l.bet_id
    LEFT JOIN runner u ON c.cause LIKE 'scratch:%' AND u.race_id = l.race_id AND u.number::text = split_part(c.cause, ':', 3)
    WHERE l.order_id = $1) t
  ORDER BY at, leg, array_position(ARRAY['accepted', 'staked', 'closed', 'refund', 'void', 'reversal', 'payout', 'settled'], key), cause`);

/** A bet's history, oldest first; at one moment: accepted, betting closed, refunded, settled. */
export const readTimeLine = manyRows<TimeLineRow, [betId: string]>(`
  SELECT * FROM (
  SELECT b.accepted_at AS at, 'accepted' AS key, b.cost_cents AS amount_cents, NULL AS cause, NULL AS runner_name FROM bet b WHERE b.id = $1
  UNION ALL SELECT r.closed_at, 'closed', NULL, NULL, NULL FROM bet b JOIN race r ON r.id = b.race_id
    WHERE b.id = $1 AND r.closed_at IS NOT NULL
  UNION ALL SELECT s.at, 'settled', NULL, NULL, NULL FROM bet b JOIN race r ON r.id = b.race_id
    CROSS JOIN LATERAL (SELECT ${SETTLED} AS at) s WHERE b.id = $1 AND s.at IS NOT NULL
  UNION ALL SELECT c.at, CASE WHEN c.amount_cents < 0 THEN 'reversal' ELSE c.kind END, c.amount_cents, c.cause, ru.name
    FROM bet_credit c LEFT JOIN runner ru ON c.cause LIKE 'scratch:%'
      AND ru.race_id::text = split_part(c.cause, ':', 2) AND ru.number::text = split_part(c.cause, ':', 3)
      AND ru.race_id IN (SELECT w.race_id FROM bet o JOIN race_of_pool w ON w.pool_id = o.pool_id WHERE o.id = $1)
    WHERE c.bet_id = $1) t
  ORDER BY at, array_position(ARRAY['accepted', 'closed', 'refund', 'void', 'reversal', 'payout', 'settled'], key), cause`);

/** The first leg of a pool of several races that takes no bets, or null. By primary keys. */
export const findClosedLeg = oneRow<
  { readonly race_id: string; readonly leg: number },
  [poolId: string]
>(`
  SELECT r.id AS race_id, w.leg FROM race_of_pool w JOIN race r ON r.id = w.race_id
  WHERE w.pool_id = $1 AND (r.status <> 'open' OR r.start_time <= club_now()) ORDER BY w.leg LIMIT 1`);

/**
 * The bet, racing or sports, that has a key; neither: the key is burned. One call of `resolve_key`,
 * in its own transaction under the player's lock. @throws CommitInDoubt
 */
export async function resolveKey(
  db: ClubPool,
  playerId: string,
  key: string,
): Promise<{ betId: string | null; sportBetId: string | null }> {
  const { rows } = await db.queryThatCommits<{
    bet_id: string | null;
    sport_bet_id: string | null;
  }>("SELECT bet_id, sport_bet_id FROM resolve_key($1, $2)", [playerId, key]);
  return { betId: rows[0]?.bet_id ?? null, sportBetId: rows[0]?.sport_bet_id ?? null };
}
