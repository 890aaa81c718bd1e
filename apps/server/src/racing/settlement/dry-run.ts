import type { RaceNumbers } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { placesPaidIn } from "./read-pool-facts.ts";
import { planPools } from "./plan-pools.ts";
import type { PoolTask } from "./read-pool-facts.ts";
import { plannedMoney, toRaceNumbers } from "./settlement.wire.ts";

export interface DryRun {
  readonly raceId: string;
  readonly version: number;
  /** From `readPoolFacts`, in the transaction that entered the result. */
  readonly tasks: readonly PoolTask[];
}

/** All numbers a result would settle to, before anything moves. Reads all bets, holds no lock. */
export async function dryRun(
  db: Queryable,
  { raceId, version, tasks }: DryRun,
): Promise<RaceNumbers> {
  const [planned, placesPaid] = [await planPools(db, tasks), await placesPaidIn(db, raceId)];
  return toRaceNumbers({ raceId, version, placesPaid, pools: planned.map(plannedMoney) });
}
