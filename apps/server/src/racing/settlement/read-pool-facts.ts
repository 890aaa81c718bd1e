import {
  type DoublePoolCode,
  type LegFacts,
  type Placings,
  type PoolFacts,
  type SinglePoolCode,
  favouriteOf,
  present,
  countStarters,
  placesPaid,
} from "@club/domain";
import type { DeclaredEntry } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { declaredOf, refuseUnclearPairs } from "./declared-dividends.ts";
import {
  type LegRow,
  type PoolRow,
  readLegs,
  readOpenPools,
  readSettledPools,
  readPlaceFacts,
} from "./pool-rows.queries.ts";
import { numbersIn } from "../races/race-locks.ts";

/** A pool that can be settled now, and all that decides its money except its bets. */
export interface PoolTask {
  readonly pool: PoolRow;
  readonly facts: PoolFacts;
  /** One of its legs is being corrected: until that is done its outcome is unknown. */
  readonly waits: boolean;
}

/** What a race is settled by; no placings: it is void, and only its doubles can be settled. */
export interface RaceVerdict {
  readonly raceId: string;
  readonly placings: Placings | null;
  readonly declared: readonly DeclaredEntry[];
}

type Legs = ReadonlyMap<string, LegRow>;

/**
 * The pools that this verdict settles: the race's own, and every double whose other leg is settled
 * or void. A double that still waits for its other leg is left out and settled with that one
 * (rules.md section 4, "Doubles"). Order: singles, then doubles, by id.
 */
export async function readPoolFacts(db: Queryable, verdict: RaceVerdict): Promise<PoolTask[]> {
  return await factsOf(db, verdict, await readOpenPools(db, verdict.raceId));
}

/** The same for the already settled pools, which a correction settles again. */
export async function readSettledFacts(db: Queryable, verdict: RaceVerdict): Promise<PoolTask[]> {
  return await factsOf(db, verdict, await readSettledPools(db, verdict.raceId));
}

async function factsOf(
  db: Queryable,
  verdict: RaceVerdict,
  pools: readonly PoolRow[],
): Promise<PoolTask[]> {
  const raceIds = [
    ...new Set(pools.flatMap((pool) => [pool.race_id, pool.race_id2 ?? pool.race_id])),
  ];
  const rows = await readLegs(db, [...raceIds, verdict.raceId]);
  const legs: Legs = new Map(rows.map((row) => [row.id, withVerdict(row, verdict)]));
  const tasks = pools.flatMap((pool) => {
    const isDouble = pool.race_id2 !== null;
    const facts = isDouble ? doubleFacts(pool, legs, verdict) : singleFacts(pool, legs, verdict);
    const other = isDouble ? legs.get(otherLeg(pool, verdict.raceId)) : undefined;
    return facts === null ? [] : [{ pool, facts, waits: other?.is_correcting ?? false }];
  });
  const { raceId } = verdict;
  const settled = new Set(tasks.map(({ pool }) => pool));
  refuseUnclearPairs(verdict.declared, {
    raceId,
    pools: pools.filter((pool) => pool.race_id2 === raceId || settled.has(pool)),
  });
  return tasks;
}

function otherLeg(pool: PoolRow, raceId: string): string {
  return pool.race_id === raceId ? (pool.race_id2 ?? raceId) : pool.race_id;
}

/** The other races of a race's unsettled doubles: whoever settles it holds their shared locks. */
export async function otherLegs(db: Queryable, raceId: string): Promise<string[]> {
  const pools = await readOpenPools(db, raceId);
  const ids = pools.flatMap(({ race_id, race_id2 }) =>
    race_id2 === null ? [] : [race_id, race_id2],
  );
  return [...new Set(ids)].filter((id) => id !== raceId);
}

function withVerdict(row: LegRow, verdict: RaceVerdict): LegRow {
  if (row.id !== verdict.raceId || verdict.placings === null) return row;
  return { ...row, settled_placings: verdict.placings };
}

function singleFacts(pool: PoolRow, legs: Legs, verdict: RaceVerdict): PoolFacts | null {
  if (verdict.placings === null) return null;
  const race = present(legs.get(pool.race_id), "a pool has its race");
  return {
    kind: "single",
    pool: pool.code as SinglePoolCode,
    rules: pool.rules,
    handicap: race.handicap,
    runners: numbersIn(race.runner_mask),
    scratched: numbersIn(race.scratched_mask),
    abandoned: false,
    placings: verdict.placings,
    jackpotInCents: pool.jackpot_in_cents ?? 0n,
    declared: declaredOf(pool, verdict.declared, []),
  };
}

/** Null while one of the legs is neither settled nor void. */
function doubleFacts(pool: PoolRow, legs: Legs, verdict: RaceVerdict): PoolFacts | null {
  const rows = [pool.race_id, pool.race_id2 ?? ""].map((id) =>
    present(legs.get(id), "a double has both races"),
  );
  if (rows.some((row) => !isVoid(row) && row.settled_placings === null)) return null;
  const [leg1, leg2] = rows.map((row) => legFacts(row)) as [LegFacts, LegFacts];
  const late = numbersIn(pool.late_scratched_mask);
  return {
    kind: "double",
    pool: pool.code as DoublePoolCode,
    rules: pool.rules,
    legs: [
      leg1,
      {
        ...leg2,
        scratched: leg2.scratched.filter((runner) => !late.includes(runner)),
        scratchedAfterLeg1Started: leg2.scratched.filter((runner) => late.includes(runner)),
        voidAfterLeg1Started: pool.is_leg2_void_late,
      },
    ],
    declared: declaredOf(pool, verdict.declared, rows.toReversed()),
  };
}

const isVoid = (row: LegRow): boolean => row.status === "abandoned";

function legFacts(row: LegRow): LegFacts {
  const runners = numbersIn(row.runner_mask);
  const scratched = numbersIn(row.scratched_mask);
  const stakes = Object.entries(row.win_at_close ?? {});
  return {
    handicap: row.handicap,
    runners,
    scratched,
    scratchedAfterLeg1Started: [],
    placings: isVoid(row) ? null : row.settled_placings,
    void: isVoid(row),
    voidAfterLeg1Started: false,
    favourite: favouriteOf(
      new Map(stakes.map(([number, cents]) => [Number(number), BigInt(cents)])),
      { runners, scratched },
    ),
  };
}

/** How many places a race pays, by its starters and its pools' rules; 0 without pools. */
export async function placesPaidIn(db: Queryable, raceId: string): Promise<number> {
  const facts = await readPlaceFacts(db, raceId);
  if (facts === null) return 0;
  const runners = numbersIn(facts.runner_mask);
  const scratched = numbersIn(facts.scratched_mask);
  return placesPaid(facts.rules, countStarters({ runners, scratched }), facts.handicap);
}
