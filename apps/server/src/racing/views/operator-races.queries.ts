import type { OperatorRace } from "@club/contract";
import { manyRows, theRow, theValue } from "../../core/db/statements.ts";
import type { ListedRaceRow } from "./race-views.queries.ts";

export interface RunSheetRow extends ListedRaceRow {
  readonly rule_set: string;
  readonly dividends: "club" | "declared";
  readonly opened_at: Date | null;
  readonly closed_at: Date | null;
  readonly runners: number;
  readonly scratched: number;
  readonly bets: number;
  readonly gross_cents: bigint;
  readonly result_waits_of: string | null;
}

/**
 * All races of a day by start, drafts too. Served by meeting_date, pool_race and bet_pool2_id;
 * takes no lock. An Each Way is in two pools but counts as one bet.
 */
export const listRunSheet = manyRows<RunSheetRow, [day: string]>(`
  SELECT r.id AS race_id, r.number, r.name, r.start_time, r.status, r.distance_m, r.opened_at, r.closed_at,
    m.id AS event_id, m.code, m.name AS meetings, m.event_type, m.country, m.timezone, m.currency, m.date,
    m.rule_set, m.dividends,
    (SELECT count(*)::integer FROM runner n WHERE n.race_id = r.id) AS runners,
    (SELECT count(*)::integer FROM runner n WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
    p.bets, p.gross_cents,
    (SELECT o.user_name FROM result v JOIN operator o ON o.id = v.entered_by
      WHERE v.race_id = r.id AND NOT v.is_confirmed AND NOT v.is_stale AND r.status IN ('closed', 'interim')
      ORDER BY v.version DESC LIMIT 1) AS result_waits_of
  FROM meeting m JOIN race r ON r.meeting_id = m.id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.gross_cents), 0)::bigint AS gross_cents, coalesce(
      (SELECT o.bets FROM race_root o WHERE o.race_id = r.id),
      sum(l.bets) - sum((SELECT count(*) FROM bet b WHERE b.pool_id2 = q.id)), 0)::integer AS bets
    FROM pool q LEFT JOIN pool_live l ON l.pool_id = q.id WHERE q.race_id = r.id) p
  WHERE m.date = $1
  ORDER BY r.start_time, r.number, r.id`);

/** What only operators see of a race, as the wire names it. */
export type RaceRecords = Pick<
  OperatorRace,
  | "results"
  | "refund_jobs"
  | "settlements"
  | "log"
  | "inquiries"
  | "settling_stopped"
  | "paused"
  | "paused_pools"
  | "comments"
  | "runs"
  | "tips"
>;

/** Results, refund jobs, settlements and log of one race. By the race's indexes; takes no lock. */
export const readRaceRecords = theRow<RaceRecords, [raceId: string]>(`
  SELECT
  (SELECT coalesce(json_agg(json_build_object('version', v.version, 'stage', v.stage, 'placings', v.placings,
      'is_stale', v.is_stale, 'entered_by', e.user_name, 'confirmed_by', c.user_name, 'reason', v.reason,
      'entered_at', iso_ms(v.entered_at), 'unplaced', v.unplaced, 'declared_dividends', v.declared)
      ORDER BY v.version), '[]')
    FROM result v LEFT JOIN operator e ON e.id = v.entered_by LEFT JOIN operator c ON c.id = v.confirmed_by
    WHERE v.race_id = $1) AS results,
  (SELECT coalesce(json_agg(json_build_object('pool_id', j.pool_id, 'pool', p.code, 'cause', j.cause,
      'bets', j.due_bets, 'due_cents', j.due_cents, 'refunded_bets', j.paid_bets,
      'refunded_cents', j.paid_cents, 'is_done', j.is_done) ORDER BY j.id), '[]')
    FROM refund_job j JOIN pool p ON p.id = j.pool_id WHERE j.race_id = $1) AS refund_jobs,
  (SELECT coalesce(json_agg(json_build_object('settlement_id', s.id, 'pool_id', s.pool_id, 'pool', p.code,
      'race_id', s.race_id, 'result_version', s.result_version, 'step', s.step, 'paid_cents', s.paid_cents,
      'refunded_cents', s.refunded_cents, 'bets_paid', s.bets_paid,
      'planned_cents', (s.outcome ->> 'paidCents')::bigint) ORDER BY s.id), '[]')
    FROM settlement s JOIN pool p ON p.id = s.pool_id WHERE s.race_id = $1) AS settlements,
  (SELECT coalesce(json_agg(json_build_object('at', iso_ms(a.at), 'action', a.action, 'operator', o.user_name,
      'reason', a.reason) ORDER BY a.id), '[]')
    FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
    WHERE a.target = $1::text AND a.action ~ '^(race|result|settlement|pool)\\.') AS log,
  (SELECT coalesce(json_agg(json_build_object('inquiry_id', q.id, 'kind', q.kind, 'runners', q.runners,
      'reason', q.reason, 'lodged_by', l.user_name, 'lodged_at', iso_ms(q.lodged_at), 'outcome', q.outcome,
      'decision', q.decision, 'decided_by', d.user_name, 'decided_at', iso_ms(q.decided_at))
      ORDER BY q.lodged_at, q.id), '[]')
    FROM inquiry q JOIN operator l ON l.id = q.lodged_by LEFT JOIN operator d ON d.id = q.decided_by
    WHERE q.race_id = $1) AS inquiries,
  (SELECT json_build_object('at', iso_ms(r.settling_stopped_at), 'by', o.user_name)
    FROM race r LEFT JOIN operator o ON o.id = r.settling_stopped_by
    WHERE r.id = $1 AND r.settling_stopped_at IS NOT NULL) AS settling_stopped,
  EXISTS (SELECT FROM race r WHERE r.id = $1 AND r.paused_by IS NOT NULL) AS paused,
  (SELECT coalesce(json_agg(p.id ORDER BY p.id), '[]') FROM pool p
    WHERE p.race_id = $1 AND p.paused_by IS NOT NULL) AS paused_pools,
  (SELECT coalesce(json_object_agg(n.number, n.comment), '{}') FROM runner n
    WHERE n.race_id = $1 AND n.comment IS NOT NULL) AS comments,
  (SELECT r.runs FROM race r WHERE r.id = $1) AS runs,
  (SELECT r.tips FROM race r WHERE r.id = $1) AS tips`);

/** Bets of a race, doubles with leg 1; one in two pools counts once. Served by bet_pool_id. */
export const countRaceBets = theValue<number, [raceId: string]>(
  "SELECT count(*)::integer AS bets FROM bet WHERE pool_id IN (SELECT id FROM pool WHERE race_id = $1)",
);
