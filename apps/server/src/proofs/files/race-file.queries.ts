import type {
  OutcomeJson,
  Placings,
  PoolCode,
  PoolStatus,
  RaceFile,
  RuleSet,
  SignedRoot,
} from "@club/domain";
import type { FactsJson } from "../pools/facts-json.ts";
import type { FileState } from "./public-file.ts";
import { manyRows, oneRow } from "../../core/db/statements.ts";

export interface FileRaceRow {
  readonly club: string;
  readonly race_id: string;
  readonly code: string;
  readonly meetings: string;
  readonly date: string;
  readonly number: number;
  readonly handicap: boolean;
  readonly start_time: Date;
  readonly closed_at: Date | null;
  readonly status: RaceFile["race"]["status"] | "draft" | "open";
  readonly runners: readonly { number: number; scratched: boolean }[];
  readonly results: readonly { version: number; stage: "interim" | "final"; placings: Placings }[];
  readonly rules: RuleSet | null;
  readonly root: SignedRoot | null;
  readonly win_at_close: Record<string, number> | null;
}

/** A race for its public file, without results that wait for a second operator. By primary keys. */
export const readFileRace = oneRow<FileRaceRow, [raceId: string]>(`
  SELECT club.name AS club, r.id AS race_id, m.code, m.name AS meetings, m.date, r.number, r.handicap, r.start_time,
    r.closed_at, r.status, r.win_at_close,
    (SELECT coalesce(json_agg(json_build_object('number', n.number, 'scratched', n.scratched_at IS NOT NULL)
        ORDER BY n.number), '[]') FROM runner n WHERE n.race_id = r.id) AS runners,
    (SELECT coalesce(json_agg(json_build_object('version', v.version, 'stage', v.stage, 'placings', v.placings)
        ORDER BY v.version), '[]') FROM result v
      WHERE v.race_id = r.id AND v.is_confirmed AND NOT v.is_stale AND r.status IN ('interim', 'final', 'settled'))
      AS results,
    coalesce(
      (SELECT s.rules FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
        WHERE p.race_id = r.id AND p.race_id2 IS NULL ORDER BY p.id LIMIT 1),
      (SELECT s.rules FROM rule_set s WHERE s.name = m.rule_set ORDER BY s.version DESC LIMIT 1)) AS rules,
    (SELECT s.body::json FROM race_root o JOIN signed_root s ON s.subject_id = o.race_id
      WHERE o.race_id = r.id ORDER BY s.seq DESC LIMIT 1) AS root
  FROM race r JOIN meeting m ON m.id = r.meeting_id CROSS JOIN club WHERE r.id = $1`);

export interface FilePoolRow {
  readonly id: string;
  readonly code: PoolCode;
  readonly race_id: string;
  readonly race_id2: string | null;
  /** Three races and more: in order of legs. */
  readonly leg_race_ids: readonly string[] | null;
  readonly guarantee_cents: bigint | null;
  readonly status: "OPEN" | "CLOSED" | PoolStatus;
  readonly rules: RuleSet;
  readonly jackpot_in_cents: bigint;
  /** Of a pool of three races and more that still waits: what scratchings gave back of its bets that are not void. */
  readonly refunded_cents: bigint;
  readonly settlement_id: string | null;
  readonly facts: FactsJson | null;
  readonly outcome: OutcomeJson | null;
  readonly voided_cents: bigint;
}

/**
 * The pools of a race's public file: its own, and those of several races that end in it once they
 * are over, or that still wait though the race is over, each with the newest plan it was paid by. Served by
 * pool_single and pool_leg2.
 */
export const readFilePools = manyRows<FilePoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.race_id, p.race_id2, p.status, r.rules, p.guarantee_cents,
    (SELECT json_agg(k.race_id ORDER BY k.leg) FROM pool_leg k WHERE k.pool_id = p.id) AS leg_race_ids, coalesce(p.jackpot_in_cents, 0)::bigint
    AS jackpot_in_cents, s.id AS settlement_id, s.facts, s.outcome,
    (SELECT coalesce(sum(CASE WHEN b.pool_id = p.id THEN b.cost_cents - b.cost2_cents ELSE b.cost2_cents END), 0)
      FROM bet b WHERE b.id IN (SELECT v.bet_id FROM pool_void v WHERE v.pool_id = p.id AND v.number = 0))::bigint
      AS voided_cents,
    (SELECT coalesce(sum(c.amount_cents), 0) FROM bet_credit c
      WHERE p.name IS NOT NULL AND p.status IN ('OPEN', 'CLOSED') AND c.pool_id = p.id AND c.kind = 'refund'
        AND NOT EXISTS (SELECT FROM pool_void v WHERE v.pool_id = p.id AND v.bet_id = c.bet_id))::bigint AS refunded_cents
  FROM pool p JOIN rule_set r ON r.name = p.rule_set AND r.version = p.rule_set_version
  LEFT JOIN LATERAL (SELECT id, facts, outcome FROM settlement WHERE pool_id = p.id AND step IN ('posted', 'announced')
    ORDER BY created_at DESC LIMIT 1) s ON true
  WHERE (p.race_id = $1 AND p.race_id2 IS NULL) OR (p.race_id2 = $1 AND (p.status NOT IN ('OPEN', 'CLOSED')
    OR EXISTS (SELECT FROM race o WHERE o.id = $1 AND o.status IN ('settled', 'abandoned'))))
  ORDER BY p.race_id2 IS NOT NULL, p.id`);

/**
 * The state a race's file depends on, as one text: if it differs, the file does. Null for a race
 * that nobody may see. By primary keys, pool_single and pool_leg2.
 */
export const readRaceState = oneRow<FileState, [raceId: string]>(`
  SELECT r.status, concat_ws(' ', r.status, r.closed_at, r.scratched_mask,
      (SELECT max(v.version) FROM result v WHERE v.race_id = r.id AND v.is_confirmed AND NOT v.is_stale),
      (SELECT max(s.seq) FROM signed_root s WHERE s.subject_id = r.id), q.pools) AS state,
    r.status IN ('settled', 'abandoned') AND q.is_done
      AND (r.closed_at IS NULL OR EXISTS (SELECT FROM race_root o WHERE o.race_id = r.id)) AS is_final
  FROM race r
  CROSS JOIN LATERAL (SELECT string_agg(p.id || ' ' || p.status || ' ' || coalesce(s.id::text, '')
        || (SELECT coalesce(' ' || nullif(count(*), 0), '') FROM pool_void v WHERE v.pool_id = p.id AND v.number = 0), ' ' ORDER BY p.id)
      AS pools, coalesce(bool_and(p.status NOT IN ('OPEN', 'CLOSED')), true) AS is_done
    FROM pool p LEFT JOIN LATERAL (SELECT id FROM settlement WHERE pool_id = p.id AND step IN ('posted', 'announced')
      ORDER BY created_at DESC LIMIT 1) s ON true
    WHERE (p.race_id = r.id AND p.race_id2 IS NULL) OR p.race_id2 = r.id) q
  WHERE r.id = $1 AND r.status <> 'draft'`);
