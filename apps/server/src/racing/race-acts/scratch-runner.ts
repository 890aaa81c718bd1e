import { Refusal, refundsWithdrawn, refundsWithdrawnInMulti } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import {
  type ActOnRace,
  actOnRace,
  type RaceAct,
  recordAct,
  requireNoSettlement,
  requireStatus,
} from "../races/race-act.ts";
import { countDue, type Due } from "../refunds/refund-due.ts";
import { addRefundJob, type AffectedPool, readAffectedPools } from "../refunds/refund-jobs.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";
import { maskOf } from "../races/race-locks.ts";

/**
 * Scratches a runner: marks it in one short transaction, then refunds its combinations in chunks.
 * Returns the total refund, paid already or not.
 *
 * @throws not_found, race.state, settlement.begun, bet.runner_unknown, runner.scratched_already
 */
export async function scratchRunner(
  ctx: AppContext,
  act: RaceAct & { number: number },
): Promise<Due> {
  const jobs = await actOnRace(ctx, { raceId: act.raceId, withOtherLegs: true }, async (on) => {
    await requireScratchable(on);
    return await markScratched(on, act);
  });
  const due = await countDue(ctx.db.jobs, jobs);
  await payRefundsInline(ctx, act.raceId);
  return due;
}

/** @throws race.state, settlement.begun */
export async function requireScratchable({ tx, race }: ActOnRace): Promise<void> {
  requireStatus(race, ["draft", "open", "closed", "interim", "final"]);
  await requireNoSettlement(tx, race.id);
}

/**
 * Marks one runner as out, within the caller's act, and adds the refund jobs.
 *
 * @throws bet.runner_unknown, runner.scratched_already
 */
export async function markScratched(
  on: ActOnRace,
  act: RaceAct & { number: number },
): Promise<string[]> {
  const { tx, race } = on;
  const { number } = act;
  await requireLiveRunner(tx, race.id, number);
  const pools = await readAffectedPools(tx, race.id);
  await tx.query(
    "UPDATE runner SET scratched_at = club_now_ms() WHERE race_id = $1 AND number = $2",
    [race.id, number],
  );
  await tx.query("UPDATE race SET scratched_mask = scratched_mask | $2::bigint WHERE id = $1", [
    race.id,
    maskOf(number),
  ]);
  await tx.query("UPDATE result SET is_stale = true WHERE race_id = $1", [race.id]);
  const jobs: string[] = [];
  for (const pool of pools) {
    const job = await takeOut(tx, pool, { raceId: race.id, number });
    if (job !== null) jobs.push(job);
  }
  await recordAct(on, act, { action: "race.scratch", after: { runner: number } });
  return jobs;
}

async function requireLiveRunner(tx: Queryable, raceId: string, number: number): Promise<void> {
  const { rows } = await tx.query<{ scratched_at: Date | null }>(
    "SELECT scratched_at FROM runner WHERE race_id = $1 AND number = $2",
    [raceId, number],
  );
  const runner = rows[0];
  if (runner === undefined) {
    throw new Refusal("bet.runner_unknown", { field: "horse_id", runner: number });
  }
  if (runner.scratched_at !== null) {
    throw new Refusal("runner.scratched_already", { field: "horse_id", runner: number });
  }
}

/** What a scratching in this race does to one of its pools. */
export function fateOf(
  pool: AffectedPool,
  raceId: string,
): { readonly leg: number; readonly comesBack: boolean } {
  if (pool.legs !== null) {
    const isSentBack = refundsWithdrawnInMulti(pool.rules, pool.has_leg1_started);
    const leg = pool.legs.findIndex((each) => each.race_id === raceId) + 1;
    return { leg, comesBack: !pool.is_refunded && isSentBack };
  }
  const leg = pool.race_id === raceId ? 1 : 2;
  const isSentBack =
    pool.race_id2 === null || refundsWithdrawn(pool.rules, leg, pool.has_leg1_started);
  return { leg, comesBack: !pool.is_refunded && isSentBack };
}

/** Refunds a runner's combinations in one pool, or notes that the favourite will replace it. */
async function takeOut(
  tx: Queryable,
  pool: AffectedPool,
  { raceId, number }: { raceId: string; number: number },
): Promise<string | null> {
  if (pool.is_unused) return null;
  const { leg, comesBack } = fateOf(pool, raceId);
  if (comesBack) {
    return await addRefundJob(tx, {
      pool,
      raceId,
      cause: `scratch:${raceId}:${number}`,
      leg,
      number,
    });
  }
  if (!pool.is_refunded && pool.legs !== null && pool.has_leg1_started) {
    await tx.query(
      `UPDATE pool_leg SET late_scratched_mask = late_scratched_mask | $3::bigint
       WHERE pool_id = $1 AND leg = $2`,
      [pool.id, leg, maskOf(number)],
    );
  }
  if (!pool.is_refunded && pool.race_id2 === raceId && pool.has_leg1_started) {
    await tx.query(
      "UPDATE pool SET late_scratched_mask = late_scratched_mask | $2::bigint WHERE id = $1",
      [pool.id, maskOf(number)],
    );
  }
  return null;
}
