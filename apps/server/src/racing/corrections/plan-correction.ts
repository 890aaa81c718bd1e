import { type Placings, type PoolOutcome, present } from "@club/domain";
import type { DeclaredEntry } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { type CorrectionLine, readPaidCredits, readPlayersOf } from "./corrections.queries.ts";
import { dueCredits } from "../../proofs/pools/due-credits.ts";
import { type PlannedPool, planPools } from "../settlement/plan-pools.ts";
import { readSettledFacts } from "../settlement/read-pool-facts.ts";

export interface CorrectedResult {
  readonly raceId: string;
  readonly placings: Placings;
  readonly declared: readonly DeclaredEntry[];
}

/** A correction on paper: the race's settled pools again, and the bets whose amount changes. */
export interface CorrectionPlan {
  readonly pools: readonly PlannedPool[];
  readonly lines: readonly CorrectionLine[];
}

/**
 * What a race's settled pools, and the doubles it is a leg of, come to under another result, and
 * every bet whose money changes. Pools with a backed winner but no declared dividend are reported,
 * and have no lines. Reads bets and credits without a lock: in a settled race only a correction
 * changes them.
 */
export async function planCorrection(
  db: Queryable,
  result: CorrectedResult,
): Promise<CorrectionPlan> {
  const pools = await planPools(db, await readSettledFacts(db, result));
  const lines: CorrectionLine[] = [];
  for (const pool of pools.filter(({ missing }) => missing.length === 0)) {
    lines.push(...(await linesOf(db, pool)));
  }
  return { pools, lines };
}

/**
 * What the pools of several races with official dividends come to. Since a correction was asked for,
 * another leg may have been settled or corrected, so that it lacks one now; the race's own pools have
 * stayed as they were.
 */
export async function planOtherLegs(
  db: Queryable,
  result: CorrectedResult,
): Promise<readonly PlannedPool[]> {
  const planned: PlannedPool[] = [];
  for (const task of await readSettledFacts(db, result)) {
    if (task.pool.race_id2 === null || task.facts.declared === null) continue;
    planned.push(...(await planPools(db, [task])));
  }
  return planned;
}

interface Credit {
  readonly kind: string;
  readonly cents: bigint;
}

async function linesOf(db: Queryable, pool: PlannedPool): Promise<CorrectionLine[]> {
  const before = new Map<string, Credit>();
  for (const { bet_id, kind, cents } of await readPaidCredits(db, pool.task.pool.id)) {
    before.set(bet_id, { kind, cents });
  }
  const after = await creditsOf(db, pool);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((betId) =>
    differ(before.get(betId), after.get(betId)),
  );
  const players = await readPlayersOf(db, changed);
  return changed.map((betId) => {
    const [was, is] = [before.get(betId), after.get(betId)];
    return {
      playerId: present(players.get(betId), "a bet has its player"),
      betId,
      poolId: pool.task.pool.id,
      oldKind: was?.kind ?? null,
      oldCents: was?.cents ?? 0n,
      newKind: is?.kind ?? null,
      newCents: is?.cents ?? 0n,
    };
  });
}

const differ = (a: Credit | undefined, b: Credit | undefined): boolean =>
  a?.kind !== b?.kind || a?.cents !== b?.cents;

/** What each bet of a pool gets under the new outcome; those that get nothing are left out. */
async function creditsOf(
  db: Queryable,
  { task, outcome }: PlannedPool,
): Promise<Map<string, Credit>> {
  const kind = kindOf(outcome);
  const credits = new Map<string, Credit>();
  for await (const { due } of dueCredits(db, { id: task.pool.id, facts: task.facts, outcome })) {
    for (const [betId, cents] of due) credits.set(betId, { kind, cents });
  }
  return credits;
}

function kindOf({ status }: PoolOutcome): string {
  return status === "REFUND" || status === "REFUND_NO_WINNER" ? "refund" : "payout";
}
