import { type PoolCode, Refusal, present } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { planPools } from "./plan-pools.ts";
import { readLegs } from "../pools/legs.ts";
import { type PoolTask, racesOf, readPoolFacts } from "./read-pool-facts.ts";
import { runSettlement } from "./run-settlement.ts";
import { type VersionOf, writePlan } from "./write-plan.ts";

/** The version number of pools with all legs void: there is no result to settle them by. */
const NO_RESULT = 0;

/**
 * Settles the doubles, and the pools of three races and more, that waited only for this race, now
 * that it is abandoned and the rules let them go on with a field (rules.md section 4, "Doubles";
 * docs/rules/multi-race.md). Those refunded whole are refund jobs; one whose other legs are not all
 * settled is settled with the last of them, and a declared one without a dividend for its field waits for it. A repeat, or a call with
 * nothing to do, changes nothing.
 *
 * @throws settlement.waits
 */
export async function settleDoublesAfterAbandon(ctx: AppContext, raceId: string): Promise<void> {
  const verdict = { raceId, placings: null, declared: [] };
  const tasks = await readPoolFacts(ctx.db.jobs, verdict);
  if (tasks.length === 0) return;
  await writePlan(ctx, {
    ...verdict,
    leavesMissing: true,
    versionsOf: async (tx, planned) => await versionsOf(tx, raceId, planned),
    check: async (tx) => {
      const { rows } = await tx.query("SELECT 1 FROM race WHERE id = $1 AND status = 'abandoned'", [
        raceId,
      ]);
      return rows.length > 0;
    },
  });
  const versionOf = await versionsOf(ctx.db.jobs, raceId, tasks);
  const distinct = new Map(tasks.map((task) => [JSON.stringify(versionOf(task)), versionOf(task)]));
  for (const version of distinct.values()) await runSettlement(ctx, version).settled;
}

/** A pool of several races that only lacks its official dividends. */
export interface WaitingDouble {
  readonly pool_id: string;
  readonly pool: PoolCode;
  /** Its first and its last race. */
  readonly race_id: string;
  readonly race_id2: string;
  /** Backed winners without a dividend. */
  readonly combinations: string[];
}

/** An abandoned race's pools of several that wait for official dividends. Reads bets, holds no lock. */
export async function listWaitingDoubles(db: Queryable, raceId: string): Promise<WaitingDouble[]> {
  const tasks = await readPoolFacts(db, { raceId, placings: null, declared: [] });
  const planned = await planPools(db, tasks);
  return planned
    .filter(({ missing }) => missing.length > 0)
    .map(({ task: { pool }, missing }) => ({
      pool_id: pool.id,
      pool: pool.code,
      race_id: pool.race_id,
      race_id2: present(pool.race_id2, "a pool of several has a last race"),
      combinations: [...missing],
    }));
}

/**
 * Settles those of an abandoned race that a crash left undone. One that waits for a refund or a
 * dividend is tried again soon.
 */
export async function settleWaitingDoubles(ctx: AppContext, raceId: string): Promise<void> {
  await settleDoublesAfterAbandon(ctx, raceId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** The result that one of a pool's other legs was settled by, or none when all are void. */
async function versionsOf(
  db: Queryable,
  raceId: string,
  tasks: readonly PoolTask[],
): Promise<VersionOf> {
  const legs = await readLegs(
    db,
    tasks.flatMap(({ pool }) => racesOf(pool)),
  );
  const settled = new Map(legs.map((leg) => [leg.id, leg.settled_version]));
  return ({ pool }) => {
    const last = racesOf(pool).findLast(
      (id) => id !== raceId && (settled.get(id) ?? null) !== null,
    );
    return last === undefined
      ? { raceId, version: NO_RESULT }
      : { raceId: last, version: settled.get(last) ?? NO_RESULT };
  };
}
