import type { StatementType } from "@club/contract";
import type { Queryable } from "../db/connect.ts";

export interface StatementRange {
  /** Days in club time, both included; null: from the first, to the last. */
  readonly from: string | null;
  readonly to: string | null;
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

const LINES = `
  SELECT p.id, p.entry_id, e.at, e.kind, e.reference, p.amount_cents, p.balance_cents, b.id AS order_id, b.bet_type,
    b.race_id, m.name AS meetings, m.code, r.number AS race_no, m2.name AS meetings2, r2.number AS race_no2
  FROM club c
  CROSS JOIN wallet w
  JOIN posting p ON p.account_id = w.cash_account
  JOIN entry e ON e.id = p.entry_id
  LEFT JOIN bet b ON b.id = CASE WHEN e.kind = 'bet' THEN e.id ELSE bet_of_entry(e.kind, e.reference) END
  LEFT JOIN race r ON r.id = b.race_id
  LEFT JOIN meeting m ON m.id = r.meeting_id
  LEFT JOIN race r2 ON r2.id = b.race_id2
  LEFT JOIN meeting m2 ON m2.id = r2.meeting_id
  WHERE w.player_id = $1
    AND ($2::date IS NULL OR e.at >= $2::date::timestamp AT TIME ZONE c.time_zone)
    AND ($3::date IS NULL OR e.at < ($3::date + 1)::timestamp AT TIME ZONE c.time_zone)
    AND ($4::text IS NULL OR statement_type(e.kind) = $4)
    AND ($5::bigint IS NULL OR p.id < $5)
  ORDER BY p.id DESC LIMIT $6`;

/**
 * One page of a player's cash account, newest line first: the postings themselves, with the balance
 * that each left. Served by posting_account_id; takes no lock.
 */
export async function listLines(
  db: Queryable,
  playerId: string,
  page: StatementPage,
): Promise<LineRow[]> {
  const { rows } = await db.query<LineRow>({ name: "statement-lines", text: LINES }, [
    playerId,
    page.from,
    page.to,
    page.type,
    page.before ?? null,
    page.limit,
  ]);
  return rows;
}

const SUMMARY = `
  SELECT
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_before), 0)::bigint AS opened_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'top_up'), 0)::bigint AS topped_up_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'withdrawal'), 0)::bigint AS withdrawn_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'bet'), 0)::bigint AS staked_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'payout'), 0)::bigint AS paid_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type = 'refund'), 0)::bigint AS refunded_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_inside AND s.type IN ('adjustment', 'other')), 0)::bigint
      AS other_cents,
    coalesce(sum(s.amount_cents) FILTER (WHERE s.is_before OR s.is_inside), 0)::bigint AS now_cents
  FROM (
    SELECT p.amount_cents, statement_type(e.kind) AS type, coalesce(e.at < d.start, false) AS is_before,
      (d.start IS NULL OR e.at >= d.start) AND (d.until IS NULL OR e.at < d.until) AS is_inside
    FROM club c
    CROSS JOIN LATERAL (SELECT $2::date::timestamp AT TIME ZONE c.time_zone AS start,
      ($3::date + 1)::timestamp AT TIME ZONE c.time_zone AS until) d
    CROSS JOIN wallet w
    JOIN posting p ON p.account_id = w.cash_account
    JOIN entry e ON e.id = p.entry_id
    WHERE w.player_id = $1 AND (d.until IS NULL OR e.at < d.until)
  ) s`;

/** What a range opened with, what moved in it and what it ended with. Served by posting_account_id. */
export async function sumRange(
  db: Queryable,
  playerId: string,
  range: StatementRange,
): Promise<SummaryRow> {
  const { rows } = await db.query<SummaryRow>({ name: "statement-summary", text: SUMMARY }, [
    playerId,
    range.from,
    range.to,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error("a sum has a row");
  return row;
}
