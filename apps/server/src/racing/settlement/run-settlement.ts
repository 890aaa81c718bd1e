import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { persist } from "../../money/ledger/run-chunks.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { announceRace, finishRace } from "./pay-chunks.queries.ts";
import { payPool } from "./pay-pool.ts";
import { type RaceVersion, type SettlementRow, readSettlements } from "./settlements.queries.ts";

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
  /** It knows its pools: one that is planned from now on is not among them. */
  readonly hasRead: () => boolean;
}

const runsOf = perServer(() => new Map<string, Run>());
/** Pools paid at once: while one commits another writes. Both lock players in order of id. */
const AT_ONCE = 2;

/**
 * Starts the settlement of a result version in this process, or joins one that has not yet read
 * which pools there are. One that has is followed by another: an abandonment may have planned a pool
 * of several races under a version that is being paid.
 */
export function runSettlement(
  ctx: AppContext,
  version: RaceVersion,
  options: WorkerOptions = {},
): Run {
  const ours = runsOf(ctx);
  const key = `${version.raceId}/${version.version}`;
  const known = ours.get(key);
  if (known?.hasRead() === false) return known;
  let hasRead = false;
  const pay = async (): Promise<boolean> => {
    await known?.announced.catch(() => undefined);
    const rows = persist(ctx, () => readSettlements(ctx.db.jobs, version.raceId, version.version));
    hasRead = true;
    return await settle(ctx, version, { rows: await rows, chunk: options.chunk });
  };
  const settled = pay();
  const announced = settled.then(async (isSettled) => {
    if (isSettled) await announce(ctx, version);
  });
  const run = { settled, announced, hasRead: () => hasRead };
  ours.set(key, run);
  const forget = (): void => {
    if (ours.get(key) === run) ours.delete(key);
  };
  // The starter may be gone: then the worker meets the fault when it starts it again.
  announced.catch(() => undefined).finally(forget);
  return run;
}

/** Waits until this process is in the middle of no chunk: its last step before it exits. */
export async function settlementsAtRest(ctx: AppContext): Promise<void> {
  const ours = [...runsOf(ctx).values()];
  await Promise.allSettled(ours.map((run) => run.announced));
}

interface Paying {
  readonly rows: readonly SettlementRow[];
  readonly chunk: number | undefined;
}

async function settle(
  ctx: AppContext,
  version: RaceVersion,
  { rows, chunk }: Paying,
): Promise<boolean> {
  const waiting = rows.toReversed();
  const work = async (): Promise<boolean> => {
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (!(await payPool(ctx, row, chunk))) return false;
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
