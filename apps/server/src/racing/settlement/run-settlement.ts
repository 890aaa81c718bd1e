import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { persist } from "../../money/ledger/run-chunks.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { announceRace, finishRace } from "./pay-chunks.queries.ts";
import { payPool } from "./pay-pool.ts";
import { type RaceVersion, readSettlements } from "./settlements.queries.ts";

export interface WorkerOptions {
  /** Bets per transaction. */
  readonly chunk?: number;
}

/** A settlement running in this process. */
interface Run {
  /** The race is settled, or (false) the rest is left to the next process. */
  readonly settled: Promise<boolean>;
  /** The same, with its players told. */
  readonly announced: Promise<void>;
}

const runsOf = perServer(() => new Map<string, Run>());
/** Pools paid at once: while one commits another writes. Both lock players in order of id. */
const AT_ONCE = 2;

/** Starts, or joins, the settlement of a result version in this process. */
export function runSettlement(
  ctx: AppContext,
  version: RaceVersion,
  options: WorkerOptions = {},
): Run {
  const ours = runsOf(ctx);
  const key = `${version.raceId}/${version.version}`;
  const known = ours.get(key);
  if (known !== undefined) return known;
  const settled = settle(ctx, version, options);
  const announced = settled.then(async (isSettled) => {
    if (isSettled) await announce(ctx, version);
  });
  const run = { settled, announced };
  ours.set(key, run);
  // The starter may be gone: then the worker meets the fault when it starts it again.
  announced.catch(() => undefined).finally(() => ours.delete(key));
  return run;
}

/** Waits until this process is in the middle of no chunk: its last step before it exits. */
export async function settlementsAtRest(ctx: AppContext): Promise<void> {
  const ours = [...runsOf(ctx).values()];
  await Promise.allSettled(ours.map((run) => run.announced));
}

async function settle(
  ctx: AppContext,
  version: RaceVersion,
  options: WorkerOptions,
): Promise<boolean> {
  const rows = await readSettlements(ctx.db.jobs, version.raceId, version.version);
  const waiting = rows.toReversed();
  const work = async (): Promise<boolean> => {
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (!(await payPool(ctx, row, options.chunk))) return false;
    }
    return true;
  };
  const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of done) {
    if (each.status === "rejected") throw each.reason;
    if (!each.value) return false;
  }
  crashPoint("settle.pools-posted");
  const isSettled = await persist(ctx, () =>
    finishRace(ctx.db.jobs, version.raceId, version.version),
  );
  crashPoint("settle.race-settled");
  return isSettled;
}

async function announce(ctx: AppContext, version: RaceVersion): Promise<void> {
  await persist(ctx, () => announceRace(ctx.db.jobs, version.raceId, version.version));
  crashPoint("settle.announced");
}
