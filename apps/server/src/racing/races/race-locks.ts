import type { Queryable } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";

/** The races that an act locks: those that it changes, and the other legs of their doubles. */
export interface RaceLocks {
  readonly exclusive: readonly string[];
  readonly shared?: readonly string[];
}

/**
 * Takes the advisory locks of races for the caller's transaction, all in order of id: bets, closes
 * and every other act lock in the same order, so there is no deadlock (promise P4). Later
 * statements see what was committed before the locks were taken.
 */
export async function lockRaces(tx: Queryable, locks: RaceLocks): Promise<void> {
  const exclusive = new Set(locks.exclusive);
  const all = new Set([...exclusive, ...(locks.shared ?? [])]);
  for (const raceId of [...all].sort()) {
    if (exclusive.has(raceId)) {
      await tx.query("SELECT pg_advisory_xact_lock(race_lock_key($1))", [raceId]);
    } else {
      await tx.query("SELECT pg_advisory_xact_lock_shared(race_lock_key($1))", [raceId]);
    }
  }
}

/** A race as an act finds it, with its row locked too. */
export interface LockedRace {
  id: string;
  meeting_id: string;
  status: string;
  start_time: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  note: string | null;
  /** The start has passed by the club's clock: betting is over even if the race is still open. */
  has_started: boolean;
  now: Date;
}

/** Reads a race after its lock was taken; null when there is none. */
export const readLockedRace = oneRow<LockedRace, [raceId: string]>(`
  SELECT id, meeting_id, status, start_time, opened_at, closed_at, note,
    start_time <= club_now() AS has_started, club_now_ms() AS now
  FROM race WHERE id = $1 FOR NO KEY UPDATE`);

const HIGHEST = 60;

/** The saddle numbers in a mask of the database: bit n stands for number n. */
export function numbersIn(mask: bigint): number[] {
  const numbers: number[] = [];
  for (let number = 1; number <= HIGHEST; number += 1) {
    if ((mask >> BigInt(number)) & 1n) numbers.push(number);
  }
  return numbers;
}

export function maskOf(number: number): bigint {
  return 1n << BigInt(number);
}
