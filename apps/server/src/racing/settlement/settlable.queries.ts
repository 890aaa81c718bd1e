import { oneRow } from "../../core/db/statements.ts";

/** A race and one of its result versions, as settling reads them. */
export interface SettlableResult {
  readonly status: string;
  readonly settled_at: Date | null;
  /** Null: there is no such version. */
  readonly version: number | null;
  readonly stage: string;
  readonly placings: unknown;
  readonly declared: unknown;
  readonly is_stale: boolean;
  readonly is_confirmed: boolean;
  readonly entered_by: string | null;
  /** The newest final version. */
  readonly newest: number | null;
  /** The version that settling was begun with, if it was. */
  readonly begun_version: number | null;
  /** It was begun with this version, is corrected to it, or is over: there is nothing left to plan. */
  readonly is_begun: boolean;
  /** An inquiry or a protest is undecided. */
  readonly is_in_inquiry: boolean;
  /** An operator stopped settling. */
  readonly is_stopped: boolean;
}

/** By primary keys and settlement_race; null for an unknown race. Takes no lock. */
export const readSettlable = oneRow<SettlableResult, [raceId: string, version: number]>(`
  SELECT r.status, r.settled_at, v.version, v.stage, v.placings, v.declared, v.is_stale, v.is_confirmed,
    v.entered_by, n.newest, s.begun_version,
    coalesce(s.begun_version = v.version OR (n.newest = v.version AND (r.status = 'settled'
      OR EXISTS (SELECT FROM correction c WHERE c.race_id = r.id AND c.step <> 'done'))), false) AS is_begun,
    EXISTS (SELECT FROM inquiry q WHERE q.race_id = r.id AND q.decided_at IS NULL) AS is_in_inquiry,
    r.settling_stopped_at IS NOT NULL AS is_stopped
  FROM race r
  LEFT JOIN result v ON v.race_id = r.id AND v.version = $2
  CROSS JOIN LATERAL (SELECT max(w.version) AS newest FROM result w
    WHERE w.race_id = r.id AND w.stage = 'final') n
  CROSS JOIN LATERAL (SELECT max(t.result_version) AS begun_version FROM settlement t
    WHERE t.race_id = r.id) s
  WHERE r.id = $1`);
