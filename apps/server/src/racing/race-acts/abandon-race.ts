import type { DeclaredEntry } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";
import { refusedEntry } from "../settlement/declared-dividends.ts";
import { settleDoublesAfterAbandon } from "../settlement/settle-doubles.ts";
import {
  type ActOnRace,
  actOnRace,
  type RaceAct,
  reasonOf,
  recordAct,
  requireNoSettlement,
  requireReason,
  requireStatus,
  tellRace,
} from "../races/race-act.ts";
import { countDue, type Due } from "../refunds/refund-due.ts";
import { addRefundJob, type AffectedPool, readAffectedPools } from "../refunds/refund-jobs.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";

/**
 * Abandons a race from any status before it is settled: its pools are refunded whole, its doubles
 * follow their rule set. Marked in one short transaction, paid in chunks after it. Pools of several
 * races with official dividends that wait for it alone may be declared with it, or later by
 * abandoning it again with them.
 *
 * @throws not_found, race.state, settlement.begun, result.invalid
 */
export async function abandonRace(ctx: AppContext, act: Abandonment): Promise<Due> {
  if ((act.declared ?? []).length > 0 && (await declareDoubles(ctx, act))) {
    await settleDoublesInline(ctx, act.raceId);
    return { refundedBets: 0, refundedCents: 0n };
  }
  return await makeVoid(ctx, act, { from: ["draft", "open", "closed", "interim", "final"] });
}

export interface Abandonment extends RaceAct {
  /** Official dividends of the pools of several races that wait for this one, normalised. */
  readonly declared?: readonly DeclaredEntry[];
}

/** Gives an abandoned race's doubles the dividends they wait for. False for any other race. */
async function declareDoubles(ctx: AppContext, act: Abandonment): Promise<boolean> {
  return await actOnRace(ctx, { raceId: act.raceId, withOtherLegs: true }, async (on) => {
    if (on.race.status !== "abandoned") return false;
    await keepDeclared(on.tx, on.race.id, act.declared ?? []);
    await recordAct(on, act, {
      action: "race.declare_doubles",
      after: { declared: act.declared },
    });
    return true;
  });
}

interface DeclarablePool {
  readonly code: string;
  readonly race_id: string;
  readonly race_id2: string;
  readonly dividends: string;
}

/**
 * Stores the dividends with those already declared for the race; for a pool named again the new
 * ones replace the old. @throws result.invalid - no such pool has this race as a leg, or it pays
 * club dividends.
 */
async function keepDeclared(
  tx: Queryable,
  raceId: string,
  entries: readonly DeclaredEntry[],
): Promise<void> {
  const { rows } = await tx.query<DeclarablePool>(
    `SELECT code, race_id, race_id2, dividends FROM pool WHERE race_id2 IS NOT NULL AND status IN ('OPEN', 'CLOSED')
       AND NOT EXISTS (SELECT FROM settlement s WHERE s.pool_id = pool.id) AND id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1)`,
    [raceId],
  );
  const kept = entries.map((entry): DeclaredEntry => {
    // One without its races means the pools that end in this one.
    const [first, last] = [entry.race_id, entry.race_id2 ?? (entry.race_id ? null : raceId)];
    const [own, ...others] = rows.filter(
      ({ code, race_id, race_id2 }) =>
        code === entry.pool && (first ?? race_id) === race_id && (last ?? race_id2) === race_id2,
    );
    if (own === undefined) throw refusedEntry(entry, "declared_unknown");
    if (others.length > 0) throw refusedEntry(entry, "declared_pair");
    if (own.dividends === "club") throw refusedEntry(entry, "not_declared");
    // Adds the pair, in case the caller left it out, so a pool named again is found.
    return { ...entry, race_id: own.race_id, race_id2: own.race_id2 };
  });
  const named = kept.map(({ pool, race_id, race_id2 }) => `${pool} ${race_id} ${race_id2}`);
  await tx.query(
    `UPDATE race SET void_declared = (
       SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(coalesce(void_declared, '[]')) e
       WHERE concat_ws(' ', e ->> 'pool', e ->> 'race_id', e ->> 'race_id2') <> ALL ($3)) || $2::jsonb
     WHERE id = $1`,
    [raceId, JSON.stringify(kept), named],
  );
}

/**
 * Declares a started race void ("no race"): it refunds the same as an abandoned one, but players
 * read which of the two it was.
 *
 * @throws not_found, race.state, race.reason_needed, settlement.begun
 */
export async function declareNoRace(ctx: AppContext, act: RaceAct): Promise<Due> {
  return await makeVoid(ctx, act, { from: ["closed", "interim", "final"], ending: "no_race" });
}

interface Void {
  readonly from: readonly string[];
  readonly ending?: "no_race";
}

async function makeVoid(ctx: AppContext, act: Abandonment, how: Void): Promise<Due> {
  const jobs = await actOnRace(ctx, { raceId: act.raceId, withOtherLegs: true }, async (on) => {
    requireStatus(on.race, how.from);
    const reason = how.ending === undefined ? reasonOf(act) : requireReason(act);
    await requireNoSettlement(on.tx, on.race.id);
    const jobs = await markAbandoned(on, { ...act, reason, ending: how.ending ?? null });
    const declared = act.declared ?? [];
    if (declared.length > 0) await keepDeclared(on.tx, on.race.id, declared);
    return jobs;
  });
  const due = await countDue(ctx.db.jobs, jobs);
  await payRefundsInline(ctx, act.raceId);
  await settleDoublesInline(ctx, act.raceId);
  return due;
}

/** Doubles whose leg 1 was already settled wait no longer: the field wins (rules.md section 4). */
async function settleDoublesInline(ctx: AppContext, raceId: string): Promise<void> {
  try {
    await settleDoublesAfterAbandon(ctx, raceId);
  } catch (error) {
    // The act stands. The jobs retry waiting doubles; a declared one needs its dividend first.
    ctx.log.warn({ err: error, race_id: raceId }, "doubles of an abandoned race wait");
  }
}

async function markAbandoned(
  on: ActOnRace,
  act: RaceAct & { reason: string | null; ending: "no_race" | null },
): Promise<string[]> {
  const { tx, race } = on;
  const pools = await readAffectedPools(tx, race.id);
  // Closes an open race just as its close would have: no bet has a later accepted_at.
  await tx.query(
    `UPDATE race SET status = 'abandoned', abandoned_at = club_now_ms(), note = $2, ending = $3,
       closed_at = CASE WHEN status = 'open' THEN least(start_time, club_now_ms() + interval '1 millisecond')
         ELSE closed_at END
     WHERE id = $1`,
    [race.id, act.reason, act.ending],
  );
  await tx.query("UPDATE result SET is_stale = true WHERE race_id = $1", [race.id]);
  const jobs: string[] = [];
  for (const pool of pools) {
    const job = await fall(tx, pool, race.id);
    if (job !== null) jobs.push(job);
  }
  await recordAct(on, act, {
    action: act.ending === "no_race" ? "race.no_race" : "race.abandon",
    after: { status: "abandoned" },
  });
  return jobs;
}

/** Applies an abandoned race to one of its pools. */
async function fall(tx: Queryable, pool: AffectedPool, raceId: string): Promise<string | null> {
  const isLeg2 = pool.race_id !== raceId;
  if (!pool.is_refunded && goesBack(pool, raceId)) {
    await closePool(tx, pool.id);
    if (isLeg2) await tellRace(tx, pool.race_id);
    const job = { pool, raceId, cause: `abandon:${raceId}`, leg: 1, number: null } as const;
    return await addRefundJob(tx, job);
  }
  if (pool.legs !== null) {
    await tx.query(
      "UPDATE pool_leg SET is_void_late = true WHERE pool_id = $1 AND race_id = $2 AND NOT $3",
      [pool.id, raceId, pool.is_refunded],
    );
  } else if (isLeg2) {
    await tx.query("UPDATE pool SET is_leg2_void_late = true WHERE id = $1", [pool.id]);
  } else {
    await closePool(tx, pool.id);
  }
  return null;
}

/**
 * Whether every stake of the pool is refunded. One of three races and more is while leg 1 has not
 * closed, and once half of its legs are void (docs/rules/multi-race.md). A double's leg 1 may become the field instead; its
 * leg 2 does so once leg 1 has started, unless leg 1 is void itself (rules.md section 4,
 * "Doubles").
 */
function goesBack(pool: AffectedPool, raceId: string): boolean {
  if (pool.race_id2 === null) return true;
  if (pool.legs !== null) {
    const gone = pool.legs.filter((leg) => leg.is_void || leg.race_id === raceId).length;
    return !pool.has_leg1_started || gone * 2 >= pool.legs.length;
  }
  if (pool.race_id !== raceId) return !pool.has_leg1_started || pool.is_leg1_void;
  return pool.rules.doubles.leg1Void === "REFUND" || pool.is_leg2_void;
}

const closePool = command<[poolId: string]>(
  "UPDATE pool SET status = 'CLOSED' WHERE id = $1 AND status = 'OPEN'",
);
