import type { StatementType } from "@club/contract";
import { ALL_UP_INDEX } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { theRow } from "../../core/db/statements.ts";

export interface StatementRange {
  /** Days in club time, both included; null: from the first, to the last. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Where a range lies in the lines of a player's cash account. */
export interface LineBounds {
  account: bigint;
  /** The instants where it begins (included) and ends (excluded); null: open. */
  start: Date | null;
  until: Date | null;
  /** The ids of the range's lines are above `low` and up to `high`, with an hour to spare. */
  low: bigint;
  high: bigint;
}

export interface StatementPage extends StatementRange {
  readonly type: StatementType | null;
  /** The last posting already shown. */
  readonly before: bigint | undefined;
  readonly limit: number;
}

export interface LineRow {
  id: bigint;
  entry_id: string;
  at: Date;
  kind: string;
  reference: string | null;
  amount_cents: bigint;
  balance_cents: bigint;
  order_id: string | null;
  bet_type: number | null;
  race_id: string | null;
  meetings: string | null;
  code: string | null;
  race_no: number | null;
  meetings2: string | null;
  race_no2: number | null;
  sport_bet: string | null;
  legs: number | null;
  home: string | null;
  away: string | null;
  home_names: Record<string, string> | null;
  away_names: Record<string, string> | null;
}

export interface SummaryRow {
  opened_cents: bigint;
  topped_up_cents: bigint;
  withdrawn_cents: bigint;
  staked_cents: bigint;
  paid_cents: bigint;
  refunded_cents: bigint;
  other_cents: bigint;
  now_cents: bigint;
}

const BOUNDS = `
  SELECT w.cash_account AS account, d.start, d.until,
    CASE WHEN d.start IS NULL THEN 0 ELSE line_before(w.cash_account, d.start - interval '1 hour') END AS low,
    CASE WHEN d.until IS NULL
      THEN coalesce((SELECT max(p.id) FROM posting p WHERE p.account_id = w.cash_account), 0)
      ELSE line_before(w.cash_account, d.until + interval '1 hour') END AS high
  FROM club c
  CROSS JOIN LATERAL (SELECT $2::date::timestamp AT TIME ZONE c.time_zone AS start,
    ($3::date + 1)::timestamp AT TIME ZONE c.time_zone AS until) d
  CROSS JOIN wallet w WHERE w.player_id = $1`;

/**
 * Where a range lies among a player's lines; one without an end ends at the newest line, so that
 * what is read by the same bounds fits together. About forty look-ups by posting_account_id.
 */
export const findBounds = theRow<LineBounds, StatementRange, [playerId: string]>(
  { name: "statement-bounds", text: BOUNDS },
  ["from", "to"],
);

const LINES = `
  SELECT p.id, p.entry_id, e.at, e.kind, e.reference, p.amount_cents, p.balance_cents, coalesce(u.order_id, b.id) AS order_id,
    CASE WHEN u.order_id IS NULL THEN b.bet_type ELSE ${ALL_UP_INDEX} END AS bet_type,
    b.race_id, m.name AS meetings, m.code, r.number AS race_no, m2.name AS meetings2, r2.number AS race_no2,
    s.bet_id AS sport_bet, s.legs, v.home, v.away, v.home_names, v.away_names
  FROM posting p
  JOIN entry e ON e.id = p.entry_id
  LEFT JOIN bet b ON b.id = CASE WHEN e.kind = 'bet' THEN e.id ELSE bet_of_entry(e.kind, e.reference) END
  LEFT JOIN LATERAL (SELECT l.order_id FROM all_up_leg l WHERE l.bet_id = b.id LIMIT 1) u ON true
  LEFT JOIN race r ON r.id = b.race_id
  LEFT JOIN meeting m ON m.id = r.meeting_id
  LEFT JOIN race r2 ON r2.id = b.race_id2
  LEFT JOIN meeting m2 ON m2.id = r2.meeting_id
  LEFT JOIN LATERAL (SELECT l.bet_id, l.event_id, count(*) OVER ()::integer AS legs FROM sport_leg l
    WHERE l.bet_id = CASE WHEN e.kind LIKE 'sport\\_%' THEN bet_of_entry(e.kind, e.reference) END
    ORDER BY l.leg LIMIT 1) s ON true
  LEFT JOIN sport_event v ON v.id = s.event_id
  WHERE p.account_id = $1 AND p.id > $2 AND p.id <= $3
    AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5)
    AND ($6::text IS NULL OR statement_type(e.kind) = $6)
  ORDER BY p.id DESC LIMIT $7`;

/**
 * One page of a player's cash account, newest line first: the postings themselves, with the balance
 * that each left. Served by posting_account_id from the page's first line on; takes no lock.
 */
export async function listLines(
  db: Queryable,
  bounds: LineBounds,
  page: Pick<StatementPage, "type" | "before" | "limit">,
): Promise<LineRow[]> {
  const isBelow = page.before !== undefined && page.before <= bounds.high;
  const high = isBelow ? (page.before ?? 0n) - 1n : bounds.high;
  const { rows } = await db.query<LineRow & Record<string, unknown>>(
    { name: "statement-lines", text: LINES },
    [bounds.account, bounds.low, high, bounds.start, bounds.until, page.type, page.limit],
  );
  return rows;
}

const SUMMARY = `
  SELECT
    (b.before + coalesce(sum(s.amount_cents) FILTER (WHERE s.is_before), 0))::bigint AS opened_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'top_up'), 0)::bigint AS topped_up_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'withdrawal'), 0)::bigint AS withdrawn_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'bet'), 0)::bigint AS staked_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'payout'), 0)::bigint AS paid_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'refund'), 0)::bigint AS refunded_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type IN ('adjustment', 'other')), 0)::bigint
      AS other_cents,
    (b.before + coalesce(sum(s.amount_cents) FILTER (WHERE s.is_before OR s.is_inside), 0))::bigint AS now_cents
  FROM (SELECT coalesce((SELECT p.balance_cents FROM posting p WHERE p.account_id = $1 AND p.id <= $2
    ORDER BY p.id DESC LIMIT 1), 0) AS before) b
  LEFT JOIN (
    SELECT p.amount_cents, statement_type(e.kind) AS type, coalesce(e.at < $4, false) AS is_before,
      ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5) AS is_inside
    FROM posting p JOIN entry e ON e.id = p.entry_id
    WHERE p.account_id = $1 AND p.id > $2 AND p.id <= $3
  ) s ON true
  GROUP BY b.before`;

/** A range's opening balance, movements and closing balance. Reads only the lines of the range. */
export const sumRange = theRow<SummaryRow, LineBounds>(
  { name: "statement-summary", text: SUMMARY },
  ["account", "low", "high", "start", "until"],
);

const PLOT = `
  SELECT DISTINCT ON (s.bucket) s.at, s.balance_cents FROM (
    SELECT p.id, e.at, p.balance_cents, floor(extract(epoch FROM e.at - min(e.at) OVER ())
      / greatest(extract(epoch FROM max(e.at) OVER () - min(e.at) OVER ()) / $6, 1)) AS bucket
    FROM posting p JOIN entry e ON e.id = p.entry_id
    WHERE p.account_id = $1 AND p.id > $2 AND p.id <= $3
      AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5)
  ) s ORDER BY s.bucket, s.id DESC`;

/** Closing balances of the equal parts of a range that have a movement, oldest first. */
export async function plotRange(
  db: Queryable,
  bounds: LineBounds,
  parts: number,
): Promise<{ at: Date; balance_cents: bigint }[]> {
  const { rows } = await db.query<{ at: Date; balance_cents: bigint }>(
    { name: "statement-plot", text: PLOT },
    [bounds.account, bounds.low, bounds.high, bounds.start, bounds.until, parts],
  );
  return rows;
}

const COUNT = `
  SELECT count(*)::integer AS lines FROM posting p JOIN entry e ON e.id = p.entry_id
  WHERE p.account_id = $1 AND p.id > $2 AND p.id <= $3
    AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5)
    AND ($6::text IS NULL OR statement_type(e.kind) = $6)`;

/** How many lines a range has. */
export async function countLines(
  db: Queryable,
  bounds: LineBounds,
  type: StatementType | null,
): Promise<number> {
  const { rows } = await db.query<{ lines: number }>({ name: "statement-count", text: COUNT }, [
    bounds.account,
    bounds.low,
    bounds.high,
    bounds.start,
    bounds.until,
    type,
  ]);
  return rows[0]?.lines ?? 0;
}
