import type { Cents } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

export interface RunnerStakes {
  readonly WIN: ReadonlyMap<number, Cents>;
  readonly PLACE: ReadonlyMap<number, Cents>;
}

/**
 * What stands on each runner in the WIN and PLACE pool of a race, the scratched among them. Served by
 * pool_single and the primary key of pool_total; takes no lock.
 */
export async function readRunnerStakes(db: Queryable, raceId: string): Promise<RunnerStakes> {
  const { rows } = await db.query<{ code: "WIN" | "PLACE"; number: number; stakes_cents: bigint }>(
    `SELECT p.code, t.number, t.stakes_cents FROM pool p JOIN runner_stake t ON t.pool_id = p.id
     WHERE p.race_id = $1 AND p.code IN ('WIN', 'PLACE')`,
    [raceId],
  );
  const stakes = { WIN: new Map<number, Cents>(), PLACE: new Map<number, Cents>() };
  for (const row of rows) stakes[row.code].set(row.number, row.stakes_cents);
  return stakes;
}
