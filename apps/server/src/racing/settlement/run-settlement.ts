import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { pause } from "../../core/kit/pause.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../../core/db/connect.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { announceRace, finishRace } from "./pay-chunks.queries.ts";
import { CHUNK, type PayOptions, payPool } from "./pay-pool.ts";
import { isSettlingStopped } from "./stop-settling.ts";
import { type RaceVersion, readSettlement, readSettlements } from "./settlements.queries.ts";

export interface WorkerOptions {
  /** Bets of one transaction. */
  readonly chunk?: number;
}

/** One settlement at work in this process. */
interface Run {
  /** The race is settled, or (false) its rest is left to the next process. */
  readonly settled: Promise<boolean>;
  /** The same, and its players are told. */
  readonly announced: Promise<void>;
}

const runsOf = perServer(() => new Map<string, Run>());
/** Pools paid at the same time: while one commits another writes. Both lock players in order of id. */
const AT_ONCE = 2;
const OTHER_PAUSE_MS = 200;
const TROUBLE_PAUSE_MS = 250;
const MOST_TROUBLES = 40;

/** Begins, or joins, the settlement of a result version in this process. */
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
  // Whoever began it may be gone: a fault is then found by the worker, which begins it again.
  announced.catch(() => undefined).finally(() => ours.delete(key));
  return run;
}

/** Waits until nothing of this process is in the middle of a chunk: the last step of a process. */
export async function settlementsAtRest(ctx: AppContext): Promise<void> {
  const ours = [...runsOf(ctx).values()];
  await Promise.allSettled(ours.map((run) => run.announced));
}

async function settle(
  ctx: AppContext,
  version: RaceVersion,
  options: WorkerOptions,
): Promise<boolean> {
  const pay: PayOptions = {
    chunk: options.chunk ?? CHUNK,
    isStopping: async () =>
      ctx.lifecycle.isDraining || (await isSettlingStopped(ctx.db.jobs, version.raceId)),
  };
  const rows = await readSettlements(ctx.db.jobs, version.raceId, version.version);
  const waiting = rows.map((row) => row.id).toReversed();
  const work = async (): Promise<boolean> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (!(await payUntilPosted(ctx, id, pay))) return false;
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

/**
 * Pays a pool to its end, beside other workers if there are any. False: the process stops before, or
 * the books are off; then the worker comes again.
 */
async function payUntilPosted(ctx: AppContext, id: string, options: PayOptions): Promise<boolean> {
  for (;;) {
    if ((await options.isStopping()) || (await areBooksOff(ctx.db.jobs))) return false;
    const verdict = await persist(ctx, async () => {
      const row = await readSettlement(ctx.db.jobs, id);
      if (row === null || row.step === "posted" || row.step === "announced") return "posted";
      return await payPool(ctx, row, options);
    });
    if (verdict === "posted") return true;
    if (verdict === "other") await pause(OTHER_PAUSE_MS);
  }
}

/**
 * Does it again when the database was busy or away, or the commit gave no answer: every step asks the
 * database first how far it is. Gives up after a while; the next worker goes on from there.
 */
async function persist<T>(ctx: AppContext, work: () => Promise<T>): Promise<T> {
  for (let troubles = 1; ; troubles += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || troubles === MOST_TROUBLES || ctx.lifecycle.isDraining) throw error;
      ctx.log.warn({ err: error }, "settling waits for the database");
      await pause(TROUBLE_PAUSE_MS);
    }
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseBusy || error instanceof DatabaseAway || error instanceof CommitInDoubt
  );
}
