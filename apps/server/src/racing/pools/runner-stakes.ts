import { type Cents, RUNNER_POOL_CODES, type RunnerPoolCode } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

export type RunnerStakes = Readonly<Record<RunnerPoolCode, ReadonlyMap<number, Cents>>>;

/**
 * The stakes on each runner, scratched ones included, in a race's pools that are counted by runner.
 * Served by pool_single and the primary key of pool_total; takes no lock.
 */
export async function readRunnerStakes(db: Queryable, raceId: string): Promise<RunnerStakes> {
  const { rows } = await db.query<{ code: RunnerPoolCode; number: number; stakes_cents: bigint }>(
    `SELECT p.code, t.number, t.stakes_cents FROM pool p JOIN runner_stake t ON t.pool_id = p.id
     WHERE p.race_id = $1 AND p.code = ANY ($2)`,
    [raceId, RUNNER_POOL_CODES],
  );
  const stakes = Object.fromEntries(
    RUNNER_POOL_CODES.map((code) => [code, new Map<number, Cents>()]),
  ) as Record<RunnerPoolCode, Map<number, Cents>>;
  for (const row of rows) stakes[row.code].set(row.number, row.stakes_cents);
  return stakes;
}
