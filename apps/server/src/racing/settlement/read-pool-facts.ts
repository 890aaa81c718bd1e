import {
  type DoublePoolCode,
  type LegFacts,
  type Placings,
  type PoolFacts,
  type SinglePoolCode,
  present,
  countStarters,
  placesPaid,
} from "@club/domain";
import type { DeclaredEntry } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { declaredOf, isPaired, refuseUnclearPairs } from "./declared-dividends.ts";
import { isVoid, legFacts, type LegRow, multiFacts, readLegs } from "../pools/legs.ts";
import {
  type PoolRow,
  readNamedPools,
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
 * The pools that this verdict settles: the race's own, and every pool of several whose other legs
 * are settled or void. One that still waits for a leg is left out and settled with that (rules.md
 * section 4, "Doubles"; docs/rules/multi-race.md). Order: singles first, by id.
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
  const raceIds = [...new Set(pools.flatMap(racesOf))];
  const rows = await readLegs(db, [...raceIds, verdict.raceId]);
  const legs: Legs = new Map(rows.map((row) => [row.id, withVerdict(row, verdict)]));
  const tasks = pools.flatMap((pool) => {
    const facts = factsOfPool(pool, legs, verdict);
    const others = racesOf(pool).filter((id) => id !== verdict.raceId);
    const waits = others.some((id) => legs.get(id)?.is_correcting === true);
    return facts === null ? [] : [{ pool, facts, waits }];
  });
  const { raceId, declared } = verdict;
  const settled = new Set(tasks.map(({ pool }) => pool));
  refuseUnclearPairs(declared, {
    raceId,
    pools: declared.some(isPaired) ? await readNamedPools(db, raceId) : [],
    ending: pools.filter((pool) => pool.race_id2 === raceId || settled.has(pool)),
  });
  return tasks;
}

/** The races of a pool, in order of its legs. */
export function racesOf({ race_id, race_id2, legs }: PoolRow): readonly string[] {
  if (legs !== null) return legs.map((leg) => leg.race_id);
  return race_id2 === null ? [race_id] : [race_id, race_id2];
}

function factsOfPool(pool: PoolRow, legs: Legs, verdict: RaceVerdict): PoolFacts | null {
  if (pool.race_id2 === null) return singleFacts(pool, legs, verdict);
  if (!isOver(pool, legs)) return null;
  if (pool.legs === null) return doubleFacts(pool, legs, verdict);
  const rows = legsOf(pool, legs).toReversed();
  return { ...multiFacts(pool, legs), declared: declaredOf(pool, verdict.declared, rows) };
}

/** Whether every leg is settled or void. */
function isOver(pool: PoolRow, legs: Legs): boolean {
  return legsOf(pool, legs).every((row) => isVoid(row) || row.settled_placings !== null);
}

function legsOf(pool: PoolRow, legs: Legs): LegRow[] {
  return racesOf(pool).map((id) => present(legs.get(id), "a pool has its races"));
}

/** The other races of a race's unsettled pools: whoever settles it holds their shared locks. */
export async function otherLegs(db: Queryable, raceId: string): Promise<string[]> {
  const pools = await readOpenPools(db, raceId);
  return [...new Set(pools.flatMap(racesOf))].filter((id) => id !== raceId);
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

function doubleFacts(pool: PoolRow, legs: Legs, verdict: RaceVerdict): PoolFacts {
  const rows = legsOf(pool, legs);
  const [leg1, leg2] = rows.map(legFacts) as [LegFacts, LegFacts];
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

/** How many places a race pays, by its starters and its pools' rules; 0 without pools. */
export async function placesPaidIn(db: Queryable, raceId: string): Promise<number> {
  const facts = await readPlaceFacts(db, raceId);
  if (facts === null) return 0;
  const runners = numbersIn(facts.runner_mask);
  const scratched = numbersIn(facts.scratched_mask);
  return placesPaid(facts.rules, countStarters({ runners, scratched }), facts.handicap);
}
