import type { DayReport } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, oneValue, theRow } from "../../core/db/statements.ts";

/**
 * The oldest day due for a replay: over by the club's clock, with races or events, and all of them
 * settled. These are days of the last week never replayed, and any day corrected since its last
 * replay. Served by meeting_date, sport_event_closed and day_replay's key; corrections are few.
 */
export const readDayDue = oneValue<string>(`
  WITH corrected AS (
    SELECT m.date AS day, max(x.done_at) AS at FROM correction x JOIN race r ON r.id = x.race_id
      JOIN meeting m ON m.id = r.meeting_id GROUP BY 1
    UNION ALL
    SELECT (v.closed_at AT TIME ZONE c.time_zone)::date, max(s.posted_at) FROM sport_settlement s
      JOIN sport_event v ON v.id = s.event_id CROSS JOIN club c WHERE s.version > 1 GROUP BY 1)
  SELECT d.day::text AS day FROM club c
  CROSS JOIN LATERAL (
    SELECT w.day FROM (SELECT (club_now() AT TIME ZONE c.time_zone)::date - n AS day FROM generate_series(1, 7) n) w
      WHERE NOT EXISTS (SELECT FROM day_replay r WHERE r.day = w.day)
    UNION SELECT x.day FROM corrected x JOIN day_replay r ON r.day = x.day AND r.at < x.at) d
  WHERE d.day < (club_now() AT TIME ZONE c.time_zone)::date
    AND NOT EXISTS (SELECT FROM meeting m JOIN race r ON r.meeting_id = m.id
      WHERE m.date = d.day AND r.status NOT IN ('draft', 'settled', 'abandoned'))
    AND NOT EXISTS (SELECT FROM sport_event v WHERE v.closed_at >= d.day::timestamp AT TIME ZONE c.time_zone
      AND v.closed_at < (d.day + 1)::timestamp AT TIME ZONE c.time_zone AND v.status NOT IN ('settled', 'void'))
    AND (EXISTS (SELECT FROM meeting m JOIN race r ON r.meeting_id = m.id WHERE m.date = d.day AND r.status <> 'draft')
      OR EXISTS (SELECT FROM sport_event v WHERE v.closed_at >= d.day::timestamp AT TIME ZONE c.time_zone
        AND v.closed_at < (d.day + 1)::timestamp AT TIME ZONE c.time_zone))
  ORDER BY d.day LIMIT 1`);

const MOST_KEPT = 10;

/** Stores what a replay found, as of the moment it read; a later replay of the day replaces it. */
export async function keepReplay(db: Queryable, report: DayReport): Promise<void> {
  await db.query(
    `INSERT INTO day_replay (day, is_equal, checks, differences, took_ms, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (day) DO UPDATE SET is_equal = excluded.is_equal, checks = excluded.checks,
       differences = excluded.differences, took_ms = excluded.took_ms, at = excluded.at`,
    [
      report.date,
      report.matches_live,
      report.checks,
      JSON.stringify(report.differences.slice(0, MOST_KEPT)),
      report.took_ms,
      report.made_at,
    ],
  );
}

export interface ReplayRow {
  readonly day: string;
  readonly is_equal: boolean;
  readonly checks: number;
  readonly differences: DayReport["differences"];
  readonly took_ms: number;
  readonly at: Date;
}

/** The replayed days, newest first. */
export const listReplays = manyRows<ReplayRow, [limit: number]>(
  "SELECT day::text AS day, is_equal, checks, differences, took_ms, at FROM day_replay ORDER BY day DESC LIMIT $1",
);

/** How many replayed days came out unequal. */
export const countUnequalDays = theRow<{ days: number; unequal: number }>(
  "SELECT count(*)::integer AS days, count(*) FILTER (WHERE NOT is_equal)::integer AS unequal FROM day_replay",
);
