import type { DeclaredEntry } from "@club/contract";
import {
  favouriteOf,
  isMultiPool,
  type LegFacts,
  type MultiPool,
  type Placings,
  type PoolCode,
  present,
  type RuleSet,
} from "@club/domain";
import { manyRows } from "../../core/db/statements.ts";
import { numbersIn } from "../races/race-locks.ts";

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

/**
 * Races by id. One without pools, or of which all went back, has no settlement: its newest final
 * result counts, also while it is being corrected.
 */
export const readLegs = manyRows<LegRow, [raceIds: readonly string[]]>(`
  SELECT r.id, r.status, r.handicap, r.runner_mask, r.scratched_mask,
    v.placings AS settled_placings, v.version AS settled_version, coalesce(r.void_declared, v.declared) AS declared,
    r.win_at_close, EXISTS (SELECT FROM correction c WHERE c.race_id = r.id AND c.step <> 'done') AS is_correcting
  FROM race r
  LEFT JOIN LATERAL (SELECT max(s.result_version) AS version FROM settlement s WHERE s.race_id = r.id) s ON true
  LEFT JOIN LATERAL (
    SELECT w.placings, w.version, w.declared FROM result w
    WHERE w.race_id = r.id AND w.stage = 'final'
      AND (w.version = s.version OR (s.version IS NULL AND (r.status = 'settled'
        OR EXISTS (SELECT FROM correction c WHERE c.race_id = r.id AND c.step <> 'done'))))
    ORDER BY w.version DESC LIMIT 1
  ) v ON true
  WHERE r.id = ANY ($1)`);

export const isVoid = (row: LegRow): boolean => row.status === "abandoned";

export function legFacts(row: LegRow): LegFacts {
  const runners = numbersIn(row.runner_mask);
  const scratched = numbersIn(row.scratched_mask);
  const stakes = Object.entries(row.win_at_close ?? {});
  return {
    handicap: row.handicap,
    runners,
    scratched,
    scratchedAfterLeg1Started: [],
    placings: isVoid(row) ? null : row.settled_placings,
    void: isVoid(row),
    voidAfterLeg1Started: false,
    favourite: favouriteOf(
      new Map(stakes.map(([number, cents]) => [Number(number), BigInt(cents)])),
      { runners, scratched },
    ),
  };
}

/** What a pool of three races and more keeps of each of its races. */
export interface KeptLeg {
  readonly race_id: string;
  /** Saddle numbers scratched after leg 1 closed. */
  readonly late: readonly number[];
  readonly is_void_late: boolean;
}

/** The legs of a pool, as a column of a query on `pool p`; null for a pool of one race or two. */
export const KEPT_LEGS = `(SELECT json_agg(json_build_object('race_id', k.race_id, 'is_void_late', k.is_void_late,
    'late', (SELECT coalesce(json_agg(n), '[]') FROM generate_series(1, 60) n
      WHERE k.late_scratched_mask & (1::bigint << n) <> 0)) ORDER BY k.leg)
  FROM pool_leg k WHERE k.pool_id = p.id)`;

export interface MultiFactsRow {
  readonly code: PoolCode;
  readonly rules: RuleSet;
  readonly legs: readonly KeptLeg[] | null;
  readonly jackpot_in_cents: bigint | null;
  readonly guarantee_cents: bigint | null;
}

/** The facts of a pool of three races and more as its races stand: a leg may have no result yet. */
export function multiFacts(pool: MultiFactsRow, races: ReadonlyMap<string, LegRow>): MultiPool {
  const code = pool.code;
  if (!isMultiPool(code)) throw new TypeError(`${code} is a pool of three races and more`);
  return {
    kind: "multi",
    pool: code,
    rules: pool.rules,
    legs: (pool.legs ?? []).map(({ race_id, late, is_void_late }) => {
      const leg = legFacts(present(races.get(race_id), "a pool has its races"));
      return {
        ...leg,
        scratched: leg.scratched.filter((runner) => !late.includes(runner)),
        scratchedAfterLeg1Started: leg.scratched.filter((runner) => late.includes(runner)),
        voidAfterLeg1Started: is_void_late,
      };
    }),
    jackpotInCents: pool.jackpot_in_cents ?? 0n,
    guaranteeCents: pool.guarantee_cents ?? 0n,
    declared: null,
  };
}
