import type { DeclaredEntry } from "@club/contract";
import type { Placings, PoolCode, RuleSet } from "@club/domain";
import type { FactsJson } from "../../proofs/pools/facts-json.ts";
import { manyRows, manyValues, oneRow } from "../../core/db/statements.ts";

/** An unsettled pool, with the rules frozen into it. */
export interface PoolRow {
  readonly id: string;
  readonly code: PoolCode;
  /** Leg 1 of a double. */
  readonly race_id: string;
  readonly race_id2: string | null;
  readonly rules: RuleSet;
  readonly dividends: "club" | "declared";
  readonly jackpot_in_cents: bigint | null;
  readonly late_scratched_mask: bigint;
  readonly is_leg2_void_late: boolean;
  /** Of a settled pool: its official dividends. */
  readonly declared?: Json | null;
}
type Json = Extract<FactsJson, { kind: "double" }>["declared"];

/**
 * A race's pools that are to be settled, singles first. Leaves out those that a refund job refunds
 * whole. Served by pool_single and pool_leg2.
 */
export const readOpenPools = manyRows<PoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.race_id, p.race_id2, s.rules, p.dividends, p.jackpot_in_cents,
    p.late_scratched_mask, p.is_leg2_void_late
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  WHERE (p.race_id = $1 OR p.race_id2 = $1) AND p.status IN ('OPEN', 'CLOSED')
    AND NOT EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id AND j.number IS NULL)
  ORDER BY p.race_id2 IS NOT NULL, p.id`);

/**
 * A race's settled pools, which a correction settles again. Served by pool_single and pool_leg2.
 */
export const readSettledPools = manyRows<PoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.race_id, p.race_id2, s.rules, p.dividends, p.jackpot_in_cents,
    p.late_scratched_mask, p.is_leg2_void_late, t.declared
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  CROSS JOIN LATERAL (SELECT facts -> 'declared' AS declared FROM settlement
    WHERE pool_id = p.id AND step IN ('posted', 'announced') ORDER BY created_at DESC, id DESC LIMIT 1) t
  WHERE (p.race_id = $1 OR p.race_id2 = $1) AND p.status NOT IN ('OPEN', 'CLOSED')
  ORDER BY p.race_id2 IS NOT NULL, p.id`);

/** A race as its pools see it. */
export interface LegRow {
  readonly id: string;
  readonly status: string;
  readonly handicap: boolean;
  readonly runner_mask: bigint;
  readonly scratched_mask: bigint;
  /** From the version that the race was or is being settled by; null before. */
  readonly settled_placings: Placings | null;
  readonly settled_version: number | null;
  /** Declared with that version, or with the abandonment. */
  readonly declared: readonly DeclaredEntry[] | null;
  /** Live stakes by runner in its WIN pool when betting closed; null before. */
  readonly win_at_close: Readonly<Record<string, number>> | null;
  /** An approved correction of it is not done yet. */
  readonly is_correcting: boolean;
}

/** Races by id. One without pools has no settlement: its newest final result counts. */
export const readLegs = manyRows<LegRow, [raceIds: readonly string[]]>(`
  SELECT r.id, r.status, r.handicap, r.runner_mask, r.scratched_mask,
    v.placings AS settled_placings, v.version AS settled_version, coalesce(r.void_declared, v.declared) AS declared,
    r.win_at_close, EXISTS (SELECT FROM correction c WHERE c.race_id = r.id AND c.step <> 'done') AS is_correcting
  FROM race r
  LEFT JOIN LATERAL (SELECT max(s.result_version) AS version FROM settlement s WHERE s.race_id = r.id) s ON true
  LEFT JOIN LATERAL (
    SELECT w.placings, w.version, w.declared FROM result w
    WHERE w.race_id = r.id AND w.stage = 'final'
      AND (w.version = s.version OR (s.version IS NULL AND r.status = 'settled'))
    ORDER BY w.version DESC LIMIT 1
  ) v ON true
  WHERE r.id = ANY ($1)`);

/** Abandoned races with a double that may wait to be settled. Served by pool_open_double. */
export const listVoidLegs = manyValues<string>(`
  SELECT DISTINCT r.id FROM pool p JOIN race r ON r.id IN (p.race_id, p.race_id2)
  WHERE p.race_id2 IS NOT NULL AND p.status IN ('OPEN', 'CLOSED') AND r.status = 'abandoned'`);

/** What decides how many places a race pays, by the rules of its own pools. */
export const readPlaceFacts = oneRow<PlaceFacts, [raceId: string]>(`
  SELECT s.rules, r.handicap, r.runner_mask, r.scratched_mask
  FROM race r JOIN pool p ON p.race_id = r.id AND p.race_id2 IS NULL
  JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  WHERE r.id = $1 ORDER BY p.code = 'PLACE' DESC LIMIT 1`);

export interface PlaceFacts {
  readonly rules: RuleSet;
  readonly handicap: boolean;
  readonly runner_mask: bigint;
  readonly scratched_mask: bigint;
}
