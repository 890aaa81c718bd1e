import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, oneRow, theRow } from "../../core/db/statements.ts";
import {
  EVENT_COLUMNS,
  MARKET_COLUMNS,
  type SportEventRowData,
  type SportMarketData,
} from "./sport-rows.ts";

export interface EventFilter {
  readonly sport: string | null;
  readonly competition: string | null;
  /** A day in club time; null: what is open or in play (for the desk: what is not settled). */
  readonly day: string | null;
  readonly ids: readonly string[] | null;
  readonly q: string | null;
  readonly withDrafts: boolean;
}

const MOST_EVENTS = 3000;

const LIST = `SELECT ${EVENT_COLUMNS}
  CROSS JOIN club c
  WHERE ($6 OR v.status <> 'draft')
    AND ($1::text IS NULL OR v.sport = $1) AND ($2::text IS NULL OR v.competition = $2)
    AND ($4::uuid[] IS NULL OR v.id = ANY ($4))
    AND ($5::text IS NULL OR strpos(lower(v.home || ' ' || v.away || ' ' || v.competition || ' ' || v.home_names::text || ' '
      || v.away_names::text), lower($5)) > 0)
    AND CASE
      WHEN $3::date IS NOT NULL THEN v.start_time >= $3::date::timestamp AT TIME ZONE c.time_zone
        AND v.start_time < ($3::date + 1)::timestamp AT TIME ZONE c.time_zone
      WHEN $4::uuid[] IS NOT NULL OR $5::text IS NOT NULL THEN true
      ELSE v.status IN ('draft', 'open', 'closed', 'final') END
  ORDER BY v.start_time, v.competition, v.id LIMIT ${MOST_EVENTS}`;

/** Events in order of start. Served by sport_event_start; takes no lock. */
export const listEvents = manyRows<SportEventRowData, EventFilter>(LIST, [
  "sport",
  "competition",
  "day",
  "ids",
  "q",
  "withDrafts",
]);

const READ = `SELECT ${EVENT_COLUMNS} WHERE v.id = $1`;

export const readEvent = oneRow<SportEventRowData, [eventId: string]>(READ);

const MARKETS = `SELECT ${MARKET_COLUMNS} WHERE m.event_id = $1 ORDER BY m.ord, m.id`;

/** All markets of an event with their outcomes, in board order. */
export const readMarkets = manyRows<SportMarketData, [eventId: string]>(MARKETS);

const SOME_MARKETS = `SELECT ${MARKET_COLUMNS} WHERE m.id = ANY ($1)`;

export const readSomeMarkets = manyRows<SportMarketData, [marketIds: readonly string[]]>(
  SOME_MARKETS,
);

/** The market shown in an event's row: 1x2, else two_way, else the first. */
const MAIN_MARKETS = `SELECT ${MARKET_COLUMNS}
  JOIN (SELECT DISTINCT ON (x.event_id) x.id FROM sport_market x WHERE x.event_id = ANY ($1)
    ORDER BY x.event_id, x.type = '1x2' DESC, x.type = 'two_way' DESC, x.ord, x.id) f ON f.id = m.id`;

export async function readMainMarkets(
  db: Queryable,
  eventIds: readonly string[],
): Promise<Map<string, SportMarketData>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await db.query<SportMarketData>(MAIN_MARKETS, [eventIds]);
  return new Map(rows.map((row) => [row.event_id, row]));
}

export interface SportCounts {
  sports: { sport: string; events: number; live: number }[];
  days: string[];
  now: Date;
}

const COUNTS = `
  SELECT club_now_ms() AS now,
    (SELECT coalesce(json_agg(json_build_object('sport', s.sport, 'events', s.events, 'live', s.live)
      ORDER BY s.events DESC, s.sport), '[]') FROM (
        SELECT v.sport, count(*)::int AS events, count(*) FILTER (WHERE v.start_time <= club_now())::int AS live
        FROM sport_event v WHERE v.status IN ('open', 'closed') GROUP BY v.sport) s) AS sports,
    (SELECT coalesce(json_agg(d.day ORDER BY d.day), '[]') FROM (
        SELECT DISTINCT to_char(v.start_time AT TIME ZONE c.time_zone, 'YYYY-MM-DD') AS day
        FROM sport_event v CROSS JOIN club c WHERE v.status IN ('open', 'closed')) d) AS days`;

/** What one can choose from: sports with their events, and the days that have any. */
export const countSports = theRow<SportCounts>(COUNTS);

/** The root over an event's bets, or null. */
export const readSportRoot = oneRow<{ root: Buffer; bets: number }, [eventId: string]>(
  "SELECT root, bets FROM sport_root WHERE event_id = $1",
);
