import { type Placings, Refusal, outcomeToJson } from "@club/domain";
import type { DeclaredEntry } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { lockRaces } from "../races/race-locks.ts";
import { hasOpenRefunds } from "../refunds/refund-jobs.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";
import { factsToText } from "../../proofs/pools/facts-json.ts";
import { type PlannedPool, planPools, sameFacts } from "./plan-pools.ts";
import { type PoolTask, type RaceVerdict, otherLegs, readPoolFacts } from "./read-pool-facts.ts";
import { type RaceVersion, insertSettlements, readBegun } from "./settlements.queries.ts";

export type VersionOf = (task: PoolTask) => RaceVersion;

/** A plan to be written: finding and counting the pools happens here, the rest is the caller's. */
export interface PlanRequest {
  /** The race that is settled or was abandoned. */
  readonly raceId: string;
  readonly placings: Placings | null;
  readonly declared: readonly DeclaredEntry[];
  /** Under the locks, before writing: refuses, or returns false if nothing is left to do. */
  readonly check: (tx: Connection) => Promise<boolean>;
  /** Pools without a dividend for a backed winner are skipped, the others settled. */
  readonly leavesMissing?: boolean;
  /** The result version that each pool is settled under, read under the locks. */
  readonly versionsOf: (tx: Connection, tasks: readonly PoolTask[]) => Promise<VersionOf>;
  /** Called in the same transaction, after the plan. */
  readonly after?: (tx: Connection, planned: readonly PlannedPool[]) => Promise<void>;
}

const TRIES = 3;
const REFUNDS_WAIT_MS = 4000;
const REFUNDS_PAUSE_MS = 100;

/**
 * Writes the plan of a settlement, all pools in one transaction under the exclusive lock of the
 * race and the shared locks of its doubles' other legs. Bets are read before that, without a lock. If
 * a fact has changed, or a bet was cancelled, by the time the locks are held, the plan is made again.
 *
 * @throws settlement.waits - refunds of a scratching are still open.
 * @throws result.no_dividend - with the backed winners that have none.
 */
export async function writePlan(ctx: AppContext, request: PlanRequest): Promise<void> {
  const verdict: RaceVerdict = request;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const tasks = await readPoolFacts(ctx.db.jobs, verdict);
    await waitForRefunds(ctx, request.raceId, tasks);
    const planned = await planPools(ctx.db.jobs, tasks);
    crashPoint("settle.planned");
    if (await tryToWrite(ctx, request, planned)) return;
  }
  throw new Refusal("settlement.waits", { race_id: request.raceId });
}

/** False when a fact has changed since the pools were counted. */
async function tryToWrite(
  ctx: AppContext,
  request: PlanRequest,
  planned: readonly PlannedPool[],
): Promise<boolean> {
  const others = await otherLegs(ctx.db.jobs, request.raceId);
  const isDone = await withTransaction(ctx.db.jobs, async (tx) => {
    await lockRaces(tx, { exclusive: [request.raceId], shared: others });
    if (!(await request.check(tx))) return true;
    // Before the facts: a pool that is closed meanwhile is not among them any more.
    const begun = await readBegun(
      tx,
      planned.map(({ task }) => task.pool.id),
    );
    const tasks = await readPoolFacts(tx, request);
    // The double's outcome depends on a leg that is being corrected: it is settled after that.
    if (tasks.some(({ waits }) => waits)) {
      throw new Refusal("settlement.waits", { race_id: request.raceId });
    }
    if (
      await hasOpenRefunds(
        tx,
        tasks.map(({ pool }) => pool.id),
      )
    )
      return false;
    if (
      !sameFacts(
        tasks,
        planned.map(({ task }) => task),
      )
    )
      return false;
    const complete = request.leavesMissing === true ? planned.filter(isComplete) : planned;
    // A worker beside this one may have planned some of them meanwhile.
    const ready = complete.filter(({ task }) => !begun.has(task.pool.id));
    refuseMissing(ready);
    await insertByVersion(tx, await request.versionsOf(tx, tasks), ready);
    await request.after?.(tx, ready);
    crashPoint("settle.plan-open");
    return true;
  });
  if (isDone) crashPoint("settle.plan-written");
  return isDone;
}

const isComplete = ({ missing }: PlannedPool): boolean => missing.length === 0;

/** @throws result.no_dividend - with every pool that has a backed winner without one. */
export function refuseMissing(planned: readonly PlannedPool[]): void {
  const stopped = planned.filter(({ missing }) => missing.length > 0);
  const [first] = stopped;
  if (first === undefined) return;
  const { outcome, missing } = first;
  throw new Refusal("result.no_dividend", {
    pool: outcome.pool,
    combination: `${outcome.pool} ${missing.join(", ")}`,
    combinations: missing,
    pools: stopped.map(({ task, missing: combinations }) => ({
      pool: task.pool.code,
      race_id: task.pool.race_id,
      race_id2: task.pool.race_id2,
      combinations,
    })),
  });
}

async function insertByVersion(
  tx: Connection,
  versionOf: VersionOf,
  planned: readonly PlannedPool[],
): Promise<void> {
  const byVersion = Map.groupBy(planned, ({ task }) => JSON.stringify(versionOf(task)));
  for (const [version, pools] of byVersion) {
    const rows = pools.map(({ task, outcome }) => ({
      id: newId(),
      poolId: task.pool.id,
      facts: factsToText(task.facts),
      outcome: JSON.stringify(outcomeToJson(outcome)),
    }));
    await insertSettlements(tx, JSON.parse(version) as RaceVersion, rows);
  }
}

/** Scratched stakes are refunded first: the rest is the pool. @throws settlement.waits */
async function waitForRefunds(
  ctx: AppContext,
  raceId: string,
  tasks: readonly PoolTask[],
): Promise<void> {
  const poolIds = tasks.map(({ pool }) => pool.id);
  const until = performance.now() + REFUNDS_WAIT_MS;
  while (await hasOpenRefunds(ctx.db.jobs, poolIds)) {
    if (performance.now() > until) throw new Refusal("settlement.waits", { race_id: raceId });
    await payRefundsInline(ctx, raceId);
    await pause(REFUNDS_PAUSE_MS);
  }
}
