import type { Queryable } from "../../core/db/connect.ts";
import { hasRow } from "../../core/db/statements.ts";
import { countJob } from "../refunds/refund-due.ts";
import { type AffectedPool, readAffectedPools, returnedBefore } from "../refunds/refund-jobs.ts";
import { maskOf } from "../races/race-locks.ts";
import type { RaceList, ScratchedMeeting, ScratchedRace } from "./scratch-meeting.ts";
import { fateOf } from "./scratch-runner.ts";

/** A pool's masks as they would become, so nothing is counted twice. */
type Masks = Pick<AffectedPool, "scratched1" | "scratched2" | "late_scratched_mask" | "legs">;

/**
 * What scratching these runners would refund, by the same rule and in the same order as doing it,
 * but without a lock: betting goes on meanwhile, and a later bet may add to it.
 */
export async function previewScratchings(
  db: Queryable,
  lists: readonly RaceList[],
): Promise<Omit<ScratchedMeeting, "already">> {
  const masks = new Map<string, Masks>();
  const kept: number[] = [];
  const races: ScratchedRace[] = [];
  for (const list of lists) {
    if (await standsAsItIs(db, list.raceId)) kept.push(list.raceNo);
    else races.push(await previewRace(db, list, masks));
  }
  return { scratched: races.reduce((sum, race) => sum + race.scratched, 0), kept, races };
}

/** By primary key and settlement_race. */
const standsAsItIs = hasRow<[raceId: string]>(`
  SELECT 1 FROM race WHERE id = $1 AND (status IN ('settled', 'abandoned')
  OR EXISTS (SELECT FROM settlement s WHERE s.race_id = race.id))`);

async function previewRace(
  db: Queryable,
  { raceId, raceNo, numbers }: RaceList,
  masks: Map<string, Masks>,
): Promise<ScratchedRace> {
  const pools = await readAffectedPools(db, raceId);
  let [refunds, cents] = [0, 0n];
  for (const number of numbers) {
    for (const row of pools) {
      const pool = { ...row, ...masks.get(row.id) };
      const { leg, comesBack } = fateOf(pool, raceId);
      if (comesBack) {
        const scope = { poolId: pool.id, before: returnedBefore(pool), leg, number };
        const due = await countJob(db, scope);
        refunds += due.bets - due.secondParts;
        cents += due.cents;
      }
      masks.set(row.id, withoutRunner(pool, leg, number));
    }
  }
  return { raceNo, scratched: numbers.length, refunds, cents };
}

function withoutRunner(pool: AffectedPool, leg: number, number: number): Masks {
  const mask = maskOf(number);
  const { scratched1, scratched2, late_scratched_mask, has_leg1_started } = pool;
  const isLate = leg === 2 && has_leg1_started;
  const legs = pool.legs?.map((each, i) =>
    i + 1 === leg && !has_leg1_started ? { ...each, early: [...each.early, number] } : each,
  );
  return {
    legs: legs ?? null,
    scratched1: leg === 1 ? scratched1 | mask : scratched1,
    scratched2: leg === 2 ? scratched2 | mask : scratched2,
    late_scratched_mask: isLate ? late_scratched_mask | mask : late_scratched_mask,
  };
}
