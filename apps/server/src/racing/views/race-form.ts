import type { CardRun, PastRun, ResultRun, RunnerForm, RunRecord } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import { knownId } from "../../core/kit/ids.ts";
import { placeIn } from "../results/race-runs.ts";

const MOST_RUNS = 20;
/** Far more than the runners of a race have behind them. */
const MOST_ROWS = 4000;
const WET = /soft|heavy|wet|slow|yielding|muddy|sloppy/i;
const DAY_MS = 86_400_000;
const CENTS = 100;

interface RunnerRow {
  readonly number: number;
  readonly past_runs: readonly CardRun[];
  readonly comment: string | null;
  readonly is_desk: boolean;
  readonly track: string;
  readonly distance_m: number | null;
  readonly date: string;
}

interface RunRow {
  readonly horse_id: number;
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
  readonly ran: ResultRun | null;
  readonly runners: number;
  readonly win_approx: number | null;
}

/**
 * What the runners of a race have done before it: by the club's own final results, and elsewhere as
 * their card says. Who has nothing behind it, and of whom nothing is said, is left out.
 */
export async function raceForm(ctx: AppContext, raceId: string): Promise<RunnerForm[]> {
  const id = knownId(raceId);
  const field = await readField(ctx.db.browsing, id);
  const rows = await readRuns(ctx.db.browsing, id);
  const byRunner = Map.groupBy(rows, ({ horse_id }) => horse_id);
  return field
    .map((runner) => toForm(runner, (byRunner.get(runner.number) ?? []).map(toRun)))
    .filter(({ runs, comment }) => runs.length > 0 || comment !== null);
}

/** The runners with what their card brought. By the primary keys; takes no lock. */
const readField = manyRows<RunnerRow, [raceId: string]>(`
  SELECT n.number, n.past_runs, n.comment, 'comment' = ANY (n.by_hand) AS is_desk, m.name AS track, r.distance_m,
    m.date::text AS date
  FROM race r JOIN meeting m ON m.id = r.meeting_id JOIN runner n ON n.race_id = r.id
  WHERE r.id = $1 AND r.status <> 'draft' ORDER BY n.number`);

/**
 * Past runs by name, of the same kind of race in the same country, newest first. Served by
 * runner_name; takes no lock.
 */
async function readRuns(db: Queryable, raceId: string): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT h.number AS horse_id,
       r.id AS race_id, m.date::text AS date, m.name AS track, r.number AS race_no, r.distance_m, r.going,
       n.number, n.barrier, n.weight_kg::float AS weight_kg, n.jockey, x.placings,
       (SELECT e FROM jsonb_array_elements(r.runs) e WHERE (e->>'number')::int = n.number LIMIT 1) AS ran,
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

function toForm(runner: RunnerRow, own: readonly PastRun[]): RunnerForm {
  const runs = mergeRuns(own, runner.past_runs);
  const of = (isMeant: (run: PastRun) => boolean): RunRecord => recordOf(runs.filter(isMeant));
  const newest = runs[0]?.date;
  return {
    horse_id: runner.number,
    days_since:
      newest === undefined
        ? null
        : Math.round((Date.parse(runner.date) - Date.parse(newest)) / DAY_MS),
    career: recordOf(runs),
    track: of(({ meetings }) => isSameTrack(meetings, runner.track)),
    distance: of(({ distance_m }) => distance_m !== null && distance_m === runner.distance_m),
    wet: of(({ going }) => WET.test(going ?? "")),
    runs: runs.slice(0, MOST_RUNS),
    comment: runner.comment,
    comment_by: sourceOf(runner),
  };
}

function sourceOf({ comment, is_desk }: RunnerRow): RunnerForm["comment_by"] {
  if (comment === null) return null;
  return is_desk ? "desk" : "feed";
}

const isSameTrack = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

function recordOf(runs: readonly PastRun[]): RunRecord {
  const count = (place: number) => runs.filter((run) => run.place === place).length;
  return { starts: runs.length, firsts: count(1), seconds: count(2), thirds: count(3) };
}

/**
 * The club's own runs and the card's, newest first. Where the card tells of a day on which the club
 * has a run, it is that run: the club's result stands, and the card fills in what the club lacks.
 * Pure.
 */
export function mergeRuns(own: readonly PastRun[], card: readonly CardRun[]): PastRun[] {
  const days = new Set(own.map(({ date }) => date));
  const filled = own.map((run) => {
    const told = card.find(({ date }) => date === run.date);
    return told === undefined ? run : fill(run, fromCard(told));
  });
  const others = card.filter(({ date }) => !days.has(date)).map(fromCard);
  return [...filled, ...others].toSorted((a, b) =>
    a.date < b.date ? 1 : a.date > b.date ? -1 : 0,
  );
}

function fill(own: PastRun, told: PastRun): PastRun {
  return {
    ...own,
    distance_m: own.distance_m ?? told.distance_m,
    going: own.going ?? told.going,
    weight_kg: own.weight_kg ?? told.weight_kg,
    jockey: own.jockey ?? told.jockey,
    win_approx: own.win_approx ?? told.win_approx,
    margin: own.margin ?? told.margin,
    time_ms: own.time_ms ?? told.time_ms,
    positions: own.positions.length === 0 ? told.positions : own.positions,
    comment: told.comment,
  };
}

function fromCard(run: CardRun): PastRun {
  const { track, starters, price, ...facts } = run;
  return {
    ...facts,
    race_id: null,
    raceNo: null,
    meetings: track,
    runners: starters,
    barrier: null,
    win_approx: price === null ? null : Math.round(price * CENTS),
  };
}

function toRun(row: RunRow): PastRun {
  const { margin, time_ms, positions } = row.ran ?? UNKNOWN;
  return {
    race_id: row.race_id,
    date: row.date,
    meetings: row.track,
    raceNo: row.race_no,
    distance_m: row.distance_m,
    going: row.going,
    place: placeIn(row.placings, row.number) ?? placeBehind(row),
    runners: row.runners,
    barrier: row.barrier,
    weight_kg: row.weight_kg,
    jockey: row.jockey,
    win_approx: row.win_approx,
    margin,
    time_ms,
    positions: [...positions],
    comment: null,
  };
}

const UNKNOWN = { margin: null, time_ms: null, positions: [] } as const;

/** Behind those whom the result names, the places at the last call say who was where. */
function placeBehind({ ran, placings }: RunRow): number | null {
  const last = ran?.positions.at(-1) ?? null;
  return last !== null && last > placings.flat().length ? last : null;
}
