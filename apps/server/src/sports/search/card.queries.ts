import type { EventType, RaceStatus } from "@club/contract";
import { manyRows } from "../../core/db/statements.ts";

export interface RideRow {
  readonly race_id: string;
  readonly meeting_id: string;
  readonly meeting: string;
  readonly country: string;
  readonly event_type: EventType;
  readonly timezone: string;
  readonly race_no: number;
  readonly start_time: Date;
  readonly status: RaceStatus;
  /** Null in a race that has no runners yet. */
  readonly number: number | null;
  readonly name: string | null;
  readonly jockey: string | null;
  readonly trainer: string | null;
}

/** More than any day has; a race that never ran stops being found after half a day. */
const MOST_RIDES = 20_000;
const MOST_MATCHES = 5000;
const STILL_OF_INTEREST = "interval '12 hours'";

/**
 * The runners that are not scratched of the races that are open, run or wait for their result, in
 * order of start. Served by race_start and the key of runner; takes no lock.
 */
export const listRides = manyRows<RideRow>(
  `SELECT r.id AS race_id, m.id AS meeting_id, m.name AS meeting, m.country, m.event_type, m.timezone,
     r.number AS race_no, r.start_time, r.status, n.number, n.name, n.jockey, n.trainer
   FROM race r JOIN meeting m ON m.id = r.meeting_id
   LEFT JOIN runner n ON n.race_id = r.id AND n.scratched_at IS NULL
   WHERE r.start_time > club_now() - ${STILL_OF_INTEREST} AND r.status IN ('open', 'closed', 'interim')
   ORDER BY r.start_time, r.id, n.number LIMIT ${MOST_RIDES}`,
);

export interface MatchRow {
  readonly id: string;
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly home_names: Record<string, string>;
  readonly away_names: Record<string, string>;
  readonly start_time: Date;
  readonly has_started: boolean;
}

/** Matches to come and in play, without outrights, in order of start. Served by sport_event_start. */
export const listMatches = manyRows<MatchRow>(
  `SELECT v.id, v.sport, v.competition, v.home, v.away, v.home_names, v.away_names, v.start_time,
     v.start_time <= club_now() AS has_started
   FROM sport_event v
   WHERE v.start_time > club_now() - ${STILL_OF_INTEREST} AND v.status IN ('open', 'closed') AND v.away <> ''
   ORDER BY v.start_time, v.id LIMIT ${MOST_MATCHES}`,
);
