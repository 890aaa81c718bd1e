import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";

export interface MovedRow {
  staked_cents: bigint;
  returned_cents: bigint;
  refunded_cents: bigint;
  topped_up_cents: bigint;
  withdrawn_cents: bigint;
  bets: number;
}
export type MonthRow = MovedRow & { month: string };
export type DayRow = MovedRow & { day: string };

const SUMS = `
  coalesce(-sum(amount_cents) FILTER (WHERE type = 'bet'), 0)::bigint AS staked_cents,
  coalesce(sum(amount_cents) FILTER (WHERE type = 'payout'), 0)::bigint AS returned_cents,
  coalesce(sum(amount_cents) FILTER (WHERE type = 'refund'), 0)::bigint AS refunded_cents,
  coalesce(sum(amount_cents) FILTER (WHERE type = 'top_up'), 0)::bigint AS topped_up_cents,
  coalesce(-sum(amount_cents) FILTER (WHERE type = 'withdrawal'), 0)::bigint AS withdrawn_cents,
  (count(*) FILTER (WHERE type = 'bet'))::int AS bets`;

/** The player's own cash postings, with the club day of their entries and what they count as. */
const MOVES = `
  SELECT p.amount_cents, activity_type(e.kind) AS type, e.at AT TIME ZONE c.time_zone AS at
  FROM club c CROSS JOIN wallet w
  JOIN posting p ON p.account_id = w.cash_account
  JOIN entry e ON e.id = p.entry_id
  WHERE w.player_id = $1`;

const BY_MONTH = `SELECT to_char(at, 'YYYY-MM') AS month, ${SUMS} FROM (${MOVES}) m GROUP BY 1 ORDER BY 1 DESC`;

const BY_DAY = `
  SELECT to_char(at, 'YYYY-MM-DD') AS day, ${SUMS} FROM (${MOVES}
    AND e.at >= ($2 || '-01')::timestamp AT TIME ZONE c.time_zone
    AND e.at < (($2 || '-01')::timestamp + interval '1 month') AT TIME ZONE c.time_zone) m
  GROUP BY 1 ORDER BY 1`;

/** All months of a player, newest first: the ledger itself. Served by posting_account_id. */
export const sumMonths = manyRows<MonthRow, [playerId: string]>({
  name: "activity-months",
  text: BY_MONTH,
});

/** The days of one month on which something moved. */
export const sumDays = manyRows<DayRow, [playerId: string, month: string]>({
  name: "activity-days",
  text: BY_DAY,
});

/** Seconds of play on the days of a month, and the current month. */
export async function readTimes(
  db: Queryable,
  playerId: string,
  month: string,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ day: string; seconds: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, seconds FROM play_time
     WHERE player_id = $1 AND day >= ($2 || '-01')::date AND day < (($2 || '-01')::date + interval '1 month')`,
    [playerId, month],
  );
  return new Map(rows.map((row) => [row.day, row.seconds]));
}

/** The current month in the club's time zone. */
export async function readMonth(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ month: string }>(
    "SELECT to_char(club_now() AT TIME ZONE time_zone, 'YYYY-MM') AS month FROM club",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The club has no row.");
  return row.month;
}
