import type { PoolCode, RuleSet } from "@club/domain";
import type { FactsJson } from "../../proofs/pools/facts-json.ts";
import { manyRows, manyValues, oneRow } from "../../core/db/statements.ts";
import { KEPT_LEGS, type KeptLeg } from "../pools/legs.ts";

/** An unsettled pool, with the rules frozen into it. */
export interface PoolRow {
  readonly id: string;
  readonly code: PoolCode;
  /** Leg 1 of several. */
  readonly race_id: string;
  readonly race_id2: string | null;
  readonly rules: RuleSet;
  readonly dividends: "club" | "declared";
  readonly jackpot_in_cents: bigint | null;
  readonly late_scratched_mask: bigint;
  readonly is_leg2_void_late: boolean;
  /** Three races and more: in order, the first and the last among them. */
  readonly legs: readonly KeptLeg[] | null;
  readonly guarantee_cents: bigint | null;
  /** Of an unsettled pool: its cancelled bets. */
  readonly voided?: readonly string[];
  /** Of a settled pool: its official dividends. */
  readonly declared?: Json | null;
}
/** What an entry of official dividends names a pool by. */
export type NamedPool = Pick<PoolRow, "code" | "race_id" | "race_id2">;

type Json = Extract<FactsJson, { kind: "double" }>["declared"];

/**
 * A race's pools that are to be settled, singles first. Leaves out those that a refund job refunds
 * whole. Served by pool_race, pool_leg2 and pool_leg_race.
 */
export const readOpenPools = manyRows<PoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.race_id, p.race_id2, s.rules, p.dividends, p.jackpot_in_cents,
    p.late_scratched_mask, p.is_leg2_void_late, p.guarantee_cents, ${KEPT_LEGS} AS legs,
    ARRAY(SELECT v.bet_id FROM pool_void v WHERE v.pool_id = p.id AND v.number = 0 ORDER BY v.bet_id) AS voided
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  WHERE p.id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1) AND p.status IN ('OPEN', 'CLOSED')
    AND NOT EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id AND j.number IS NULL)
  ORDER BY p.race_id2 IS NOT NULL, p.id`);

/**
 * A race's settled pools, which a correction settles again. Served by pool_race, pool_leg2 and pool_leg_race.
 */
export const readSettledPools = manyRows<PoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.race_id, p.race_id2, s.rules, p.dividends, p.jackpot_in_cents,
    p.late_scratched_mask, p.is_leg2_void_late, p.guarantee_cents, ${KEPT_LEGS} AS legs, t.declared
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  CROSS JOIN LATERAL (SELECT facts -> 'declared' AS declared FROM settlement
    WHERE pool_id = p.id AND step IN ('posted', 'announced') ORDER BY created_at DESC, id DESC LIMIT 1) t
  WHERE p.id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1) AND p.status NOT IN ('OPEN', 'CLOSED')
  ORDER BY p.race_id2 IS NOT NULL, p.id`);

/** The pools of several that a race is a leg of, also those that are over. Served by pool_leg2 and pool_leg_race. */
export const readNamedPools = manyRows<NamedPool, [raceId: string]>(`
  SELECT p.code, p.race_id, p.race_id2 FROM pool p
  WHERE p.race_id2 IS NOT NULL AND p.id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1)`);

/** Abandoned races with a pool of several that may wait to be settled. Served by pool_open_double. */
export const listVoidLegs = manyValues<string>(`
  SELECT DISTINCT r.id FROM pool p JOIN race_of_pool w ON w.pool_id = p.id JOIN race r ON r.id = w.race_id
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
