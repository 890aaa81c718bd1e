import { present, refundsWithdrawn, refundsWithdrawnInMulti, type RuleSet } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { hasRow, manyRows } from "../../core/db/statements.ts";
import { newId } from "../../core/kit/ids.ts";
import { numbersIn } from "../races/race-locks.ts";

/** An unsettled pool of a race, with what decides which of its bets are refunded. */
export interface AffectedPool {
  readonly id: string;
  readonly race_id: string;
  readonly race_id2: string | null;
  readonly rules: RuleSet;
  readonly late_scratched_mask: bigint;
  readonly is_leg2_void_late: boolean;
  /** All of it is already being refunded. */
  readonly is_refunded: boolean;
  /** Of leg 1 and leg 2 (0 for a single pool). */
  readonly scratched1: bigint;
  readonly scratched2: bigint;
  /** A leg has started once it is closed (rules.md section 4, "Doubles"). */
  readonly has_leg1_started: boolean;
  readonly is_leg1_void: boolean;
  readonly is_leg2_void: boolean;
  /** A pool of several races without bets has nothing to refund, and may still be removed. */
  readonly is_unused: boolean;
  /** Three races and more: its legs, in order. */
  readonly legs: readonly AffectedLeg[] | null;
}

export interface AffectedLeg {
  readonly race_id: string;
  /** Saddle numbers that were scratched before leg 1 closed. */
  readonly early: readonly number[];
  readonly is_void: boolean;
}

/**
 * The unsettled pools that a race is part of, as they are before the act: read under the race's
 * exclusive lock and the other legs' shared ones. Served by pool_race, pool_leg2, pool_leg_race.
 */
export const readAffectedPools = manyRows<AffectedPool, [raceId: string]>(`
  SELECT p.id, p.race_id, p.race_id2, s.rules, p.late_scratched_mask, p.is_leg2_void_late,
    EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id AND j.number IS NULL) AS is_refunded,
    r1.scratched_mask AS scratched1, coalesce(r2.scratched_mask, 0) AS scratched2,
    r1.closed_at IS NOT NULL AS has_leg1_started, r1.status = 'abandoned' AS is_leg1_void,
    coalesce(r2.status = 'abandoned', false) AS is_leg2_void,
    p.race_id2 IS NOT NULL AND NOT EXISTS (SELECT FROM bet b WHERE b.pool_id = p.id) AS is_unused,
    (SELECT json_agg(json_build_object('race_id', k.race_id, 'is_void', r.status = 'abandoned',
        'early', (SELECT coalesce(json_agg(n), '[]') FROM generate_series(1, 60) n
          WHERE r.scratched_mask & ~k.late_scratched_mask & (1::bigint << n) <> 0)) ORDER BY k.leg)
      FROM pool_leg k JOIN race r ON r.id = k.race_id WHERE k.pool_id = p.id) AS legs
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  JOIN race r1 ON r1.id = p.race_id LEFT JOIN race r2 ON r2.id = p.race_id2
  WHERE p.id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1) AND p.status IN ('OPEN', 'CLOSED')
  ORDER BY p.id`);

/**
 * By leg, the runners whose combinations were already refunded: in a single pool all scratched
 * ones; in one of several races those that its rules do not replace by the favourite.
 */
export function returnedBefore(pool: AffectedPool): number[][] {
  if (pool.legs !== null) {
    const comeBack = refundsWithdrawnInMulti(pool.rules, false);
    return pool.legs.map(({ early }) => (comeBack ? [...early] : []));
  }
  if (pool.race_id2 === null) return [numbersIn(pool.scratched1)];
  if (!refundsWithdrawn(pool.rules, 1, pool.has_leg1_started)) return [[], []];
  return [numbersIn(pool.scratched1), numbersIn(pool.scratched2 & ~pool.late_scratched_mask)];
}

export interface NewRefundJob {
  readonly pool: AffectedPool;
  readonly raceId: string;
  readonly cause: string;
  readonly leg: number;
  readonly number: number | null;
}

/** Adds a refund job, which the next worker pays in chunks. Returns the job's id. */
export async function addRefundJob(tx: Queryable, job: NewRefundJob): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO refund_job (id, pool_id, race_id, cause, leg, number, masks)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      newId(),
      job.pool.id,
      job.raceId,
      job.cause,
      job.leg,
      job.number,
      JSON.stringify({ before: returnedBefore(job.pool) }),
    ],
  );
  return present(rows[0], "a job that was written has its id").id;
}

/** Whether refunds of these pools are still open. */
export const hasOpenRefunds = hasRow<[poolIds: readonly string[]]>(
  "SELECT 1 FROM refund_job WHERE NOT is_done AND pool_id = ANY ($1) LIMIT 1",
);
