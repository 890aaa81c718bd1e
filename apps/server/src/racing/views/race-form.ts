import type { PastRun, RunnerForm, RunRecord } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";

const MOST_RUNS = 10;
/** Far more than the runners of a race have behind them. */
const MOST_ROWS = 4000;
const WET = /soft|heavy|wet|slow|yielding|muddy|sloppy/i;
const DAY_MS = 86_400_000;

interface RunRow {
  readonly horse_id: number;
  readonly here_track: string;
  readonly here_distance_m: number | null;
  readonly here_date: string;
  readonly race_id: string;
  readonly date: string;
  readonly track: string;
  readonly race_no: number;
  readonly distance_m: number | null;
  readonly going: string | null;
  readonly number: number;
  readonly barrier: number | null;
  readonly weight_kg: number | null;
  readonly jockey: string | null;
  readonly placings: readonly (readonly number[])[];
  readonly runners: number;
  readonly win_approx: number | null;
}

/** What the runners of a race have done before it, by the club's own final results. */
export async function raceForm(ctx: AppContext, raceId: string): Promise<RunnerForm[]> {
  const rows = await readRuns(ctx.db.browsing, knownId(raceId));
  return [...Map.groupBy(rows, ({ horse_id }) => horse_id).values()].map(toForm);
}

/**
 * Past runs by name, of the same kind of race in the same country, newest first. Served by
 * runner_name; takes no lock.
 */
async function readRuns(db: Queryable, raceId: string): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT h.number AS horse_id, hm.name AS here_track, here.distance_m AS here_distance_m, hm.date::text AS here_date,
       r.id AS race_id, m.date::text AS date, m.name AS track, r.number AS race_no, r.distance_m, r.going,
       n.number, n.barrier, n.weight_kg::float AS weight_kg, n.jockey, x.placings,
       (SELECT count(*)::int FROM runner o WHERE o.race_id = r.id AND o.scratched_at IS NULL) AS runners,
       (SELECT (p.win->>n.number::text)::int FROM price_point p WHERE p.race_id = r.id ORDER BY p.at DESC LIMIT 1) AS win_approx
     FROM race here JOIN meeting hm ON hm.id = here.meeting_id JOIN runner h ON h.race_id = here.id
     JOIN runner n ON lower(n.name) = lower(h.name) AND n.scratched_at IS NULL
     JOIN race r ON r.id = n.race_id AND r.status IN ('final', 'settled') AND r.start_time < here.start_time
     JOIN meeting m ON m.id = r.meeting_id AND m.event_type = hm.event_type AND m.country = hm.country
     JOIN LATERAL (SELECT placings FROM result WHERE race_id = r.id AND stage = 'final' AND is_confirmed
       ORDER BY version DESC LIMIT 1) x ON true
     WHERE here.id = $1 AND here.status <> 'draft'
     ORDER BY h.number, r.start_time DESC, r.id LIMIT $2`,
    [raceId, MOST_ROWS],
  );
  return rows;
}

function toForm(rows: readonly RunRow[]): RunnerForm {
  const [last] = rows as [RunRow];
  const of = (isMeant: (row: RunRow) => boolean): RunRecord => recordOf(rows.filter(isMeant));
  return {
    horse_id: last.horse_id,
    days_since: Math.round((Date.parse(last.here_date) - Date.parse(last.date)) / DAY_MS),
    career: recordOf(rows),
    track: of((row) => row.track === row.here_track),
    distance: of((row) => row.distance_m !== null && row.distance_m === row.here_distance_m),
    wet: of(({ going }) => WET.test(going ?? "")),
    runs: rows.slice(0, MOST_RUNS).map(toRun),
  };
}

function recordOf(rows: readonly RunRow[]): RunRecord {
  const count = (place: number) => rows.filter((row) => placeOf(row) === place).length;
  return { starts: rows.length, firsts: count(1), seconds: count(2), thirds: count(3) };
}

/** Two who share a place leave the next one empty. */
function placeOf({ placings, number }: RunRow): number | null {
  const group = placings.findIndex((numbers) => numbers.includes(number));
  return group === -1 ? null : 1 + placings.slice(0, group).flat().length;
}

function toRun(row: RunRow): PastRun {
  return {
    race_id: row.race_id,
    date: row.date,
    meetings: row.track,
    raceNo: row.race_no,
    distance_m: row.distance_m,
    going: row.going,
    place: placeOf(row),
    runners: row.runners,
    barrier: row.barrier,
    weight_kg: row.weight_kg,
    jockey: row.jockey,
    win_approx: row.win_approx,
  };
}
