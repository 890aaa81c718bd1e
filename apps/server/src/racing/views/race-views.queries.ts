import type { DividendMode, EventType, RaceStatus, RaceTip, ResultRun } from "@club/contract";
import {
  type OutcomeJson,
  POOL_CODES,
  type PoolCode,
  type PoolStatus,
  type RuleSet,
  type SignedRoot,
} from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { POOL_JACKPOT } from "../pools/pool-money.ts";
import { manyRows, oneRow } from "../../core/db/statements.ts";

export interface RunnerRow {
  readonly number: number;
  readonly name: string;
  readonly barrier: number | null;
  readonly jockey: string | null;
  readonly trainer: string | null;
  readonly weight_kg: number | null;
  readonly form: string | null;
  readonly scratched: boolean;
}

export interface RaceRow {
  readonly race_id: string;
  readonly number: number;
  readonly name: string;
  readonly start_time: Date;
  readonly status: RaceStatus;
  readonly distance_m: number | null;
  readonly class: string | null;
  readonly handicap: boolean;
  readonly going: string | null;
  readonly offered: readonly PoolCode[];
  readonly ending: "walk_over" | "no_race" | null;
  readonly opened_at: Date | null;
  readonly closed_at: Date | null;
  readonly note: string | null;
  readonly draw_hash: string | null;
  readonly draw_seed: string | null;
  readonly event_id: string;
  readonly code: string;
  readonly meetings: string;
  readonly event_type: EventType;
  readonly country: string;
  readonly timezone: string;
  readonly currency: string;
  readonly date: string;
  readonly rule_set: string;
  readonly dividends: DividendMode;
  readonly runners: readonly RunnerRow[];
  readonly result: {
    version: number;
    stage: "interim" | "final";
    placings: number[][];
    entered_at: string;
  } | null;
  /** The oldest undecided one. */
  readonly inquiry: "inquiry" | "protest" | null;
  /** As it was signed at the newest close. */
  readonly root: SignedRoot | null;
  readonly tips: readonly RaceTip[];
  readonly runs: readonly ResultRun[];
}

/**
 * One race with its runners, official result and root; drafts too. All by primary keys; takes no
 * lock. Leaves out a result that waits for a second operator or that a scratching made stale.
 */
export const readRaceRow = oneRow<RaceRow, [raceId: string]>(`
  SELECT r.id AS race_id, r.number, r.name, r.start_time, r.status, r.distance_m, r.class, r.handicap, r.going,
    r.offered, r.ending, r.opened_at, r.closed_at, r.note, r.draw_hash, r.draw_seed, m.id AS event_id, m.code, m.name AS meetings,
    m.event_type, m.country, m.timezone, m.currency, m.date, m.rule_set, m.dividends, r.tips, r.runs,
    (SELECT coalesce(json_agg(json_build_object('number', n.number, 'name', n.name, 'barrier', n.barrier,
        'jockey', n.jockey, 'trainer', n.trainer, 'weight_kg', n.weight_kg, 'form', n.form,
        'scratched', n.scratched_at IS NOT NULL) ORDER BY n.number), '[]')
      FROM runner n WHERE n.race_id = r.id) AS runners,
    (SELECT json_build_object('version', v.version, 'stage', v.stage, 'placings', v.placings,
        'entered_at', iso_ms(v.entered_at))
      FROM result v WHERE v.race_id = r.id AND NOT v.is_stale AND v.is_confirmed
        AND r.status IN ('interim', 'final', 'settled')
      ORDER BY v.version DESC LIMIT 1) AS result,
    (SELECT q.kind FROM inquiry q WHERE q.race_id = r.id AND q.decided_at IS NULL
      ORDER BY q.lodged_at, q.id LIMIT 1) AS inquiry,
    (SELECT s.body::json FROM race_root o JOIN signed_root s ON s.subject_id = o.race_id
      WHERE o.race_id = r.id ORDER BY s.seq DESC LIMIT 1) AS root
  FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1`);

export interface PoolViewRow {
  readonly pool_id: string;
  readonly code: PoolCode;
  readonly race_id: string;
  readonly race_id2: string | null;
  readonly status: "OPEN" | "CLOSED" | PoolStatus;
  readonly rules: RuleSet;
  readonly gross_cents: bigint;
  readonly bets: number;
  readonly jackpot_cents: bigint;
  /** WIN and PLACE: stakes by saddle number, scratched ones included. */
  readonly stakes: Readonly<Record<string, number>>;
  /** From the newest posted settlement. */
  readonly outcome: OutcomeJson | null;
}

/**
 * The pools of a race and of its pairs, in display order: doubles last. Served by pool_single and
 * pool_leg2; takes no lock. A waiting jackpot is shown with the next race to start that has its
 * pool, until a close takes it.
 */
export async function readPoolViews(db: Queryable, raceId: string): Promise<PoolViewRow[]> {
  return await poolViews(db, raceId, POOL_CODES);
}

const poolViews = manyRows<PoolViewRow, [raceId: string, order: readonly string[]]>(`
  SELECT p.id AS pool_id, p.code, p.race_id, p.race_id2, p.status, s.rules,
    coalesce(l.gross_cents, 0)::bigint AS gross_cents, coalesce(l.bets, 0) AS bets,
    (${POOL_JACKPOT})::bigint AS jackpot_cents,
    (SELECT coalesce(json_object_agg(t.number, t.stakes_cents), '{}') FROM runner_stake t
      WHERE t.pool_id = p.id) AS stakes,
    (SELECT e.outcome FROM settlement e WHERE e.pool_id = p.id AND e.step IN ('posted', 'announced')
      ORDER BY e.created_at DESC LIMIT 1) AS outcome
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  LEFT JOIN pool_live l ON l.pool_id = p.id
  WHERE (p.race_id = $1 OR p.race_id2 = $1) AND p.name IS NULL
  ORDER BY array_position($2::text[], p.code), p.id`);

export interface ListedRaceRow {
  readonly race_id: string;
  readonly number: number;
  readonly name: string;
  readonly start_time: Date;
  readonly status: RaceStatus;
  readonly distance_m: number | null;
  readonly event_id: string;
  readonly code: string;
  readonly meetings: string;
  readonly event_type: EventType;
  readonly country: string;
  readonly timezone: string;
  readonly currency: string;
  readonly date: string;
}

/** Open races whose start has not passed, by start. Served by race_due. */
export const listNextRows = manyRows<ListedRaceRow, [limit: number]>(`
  SELECT r.id AS race_id, r.number, r.name, r.start_time, r.status, r.distance_m, m.id AS event_id, m.code,
    m.name AS meetings, m.event_type, m.country, m.timezone, m.currency, m.date
  FROM race r JOIN meeting m ON m.id = r.meeting_id
  WHERE r.status = 'open' AND r.start_time > club_now()
  ORDER BY r.start_time, r.id LIMIT $1`);

export interface DayRaceRow extends ListedRaceRow {
  readonly going: string | null;
  readonly result: number[][] | null;
}

/** The races of a day that players may see, in order of start. Served by meeting_date. */
export const listDayRows = manyRows<DayRaceRow, [day: string]>(`
  SELECT r.id AS race_id, r.number, r.name, r.start_time, r.status, r.distance_m, m.id AS event_id, m.code,
    m.name AS meetings, m.event_type, m.country, m.timezone, m.currency, m.date, r.going,
    (SELECT v.placings FROM result v WHERE v.race_id = r.id AND v.is_confirmed AND NOT v.is_stale
      AND r.status IN ('interim', 'final', 'settled') ORDER BY v.version DESC LIMIT 1) AS result
  FROM meeting m JOIN race r ON r.meeting_id = m.id
  WHERE m.date = $1 AND r.status <> 'draft'
  ORDER BY r.start_time, r.number, r.id`);

/**
 * The stakes in all pools of each meeting of a day, less refunds for scratchings, as of the last
 * fold. Served by meeting_date, pool_single and primary keys; takes no lock.
 */
export async function readTurnovers(
  db: Queryable,
  day: string,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ event_id: string; cents: bigint }>(
    `SELECT m.id AS event_id, sum(greatest(t.stakes_cents - g.gone_cents, 0))::bigint AS cents
     FROM meeting m JOIN race r ON r.meeting_id = m.id JOIN pool p ON p.race_id = r.id
     JOIN pool_total t ON t.pool_id = p.id AND t.number = 0 JOIN pool_gone g ON g.pool_id = p.id
     WHERE m.date = $1 GROUP BY m.id`,
    [day],
  );
  return new Map(rows.map(({ event_id, cents }) => [event_id, cents]));
}
