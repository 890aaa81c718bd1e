import { areLegsSwapped, assert, type DoublePoolCode, Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import { lockRaces } from "../races/race-locks.ts";
import type { RaceFacts } from "../races/race-facts.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { createPool } from "./open-pools.ts";
import { latestRuleSet } from "../races/rule-sets.ts";

export interface DoublePool {
  readonly poolId: string;
  /** The races in the pool's order. */
  readonly leg1: string;
  readonly leg2: string;
}

type Legs = readonly [RaceFacts, RaceFacts];

/**
 * The pool of a pair of races, made for its first bet: leg 1 is the earlier start, equal starts
 * keep the order given, and the order is fixed from then on (rules.md section 4, "Doubles").
 *
 * @throws bet.same_race_twice, bet.legs_do_not_combine, race.closed, pool.not_offered
 */
export async function ensureDoublePool(
  ctx: Pick<AppContext, "db">,
  code: DoublePoolCode,
  legs: Legs,
): Promise<DoublePool> {
  const [a, b] = legs;
  if (a.raceId === b.raceId) {
    throw new Refusal("bet.same_race_twice", { field: "race_id2", race_id: a.raceId });
  }
  if (a.dividends !== b.dividends) {
    throw new Refusal("bet.legs_do_not_combine", { field: "race_id2" });
  }
  const key = `${code} ${[a.raceId, b.raceId].toSorted().join(" ")}`;
  const look = async (): Promise<DoublePool> => await findOrMake(ctx, code, legs);
  return await cacheOf(ctx).get(key, async () => await limitOf(ctx).run(PAIRS, "", look));
}

/** Makes the next bet look up its pool again: a delay removed one without bets. */
export function forgetDoublePools(ctx: Pick<AppContext, "db">): void {
  cacheOf(ctx).clear();
}

async function findOrMake(
  ctx: Pick<AppContext, "db">,
  code: DoublePoolCode,
  legs: Legs,
): Promise<DoublePool> {
  const known = await findPool(ctx.db.bets, code, legs);
  if (known !== null) return known;
  return await withTransaction(ctx.db.bets, async (tx) => {
    await lockRaces(tx, { exclusive: [], shared: legs.map((leg) => leg.raceId) });
    return await makePool(tx, code, legs);
  });
}

const TTL_MS = 1000;
/** Limits look-ups of pairs: whoever asks for many leaves the connections to the bets. */
const PAIRS = { name: "pairs", turns: { atOnce: 2, inLine: 100 } };
const MOST_WAIT_MS = 1000;
/** If a cached pool is gone, the bet function refuses it, and it is looked up again. */
const cacheOf = perServer(() => new TtlCache<DoublePool>(TTL_MS));
const limitOf = perServer(() => new ConcurrencyLimit(MOST_WAIT_MS));

interface LegRow {
  id: string;
  status: string;
  start_time: Date;
  has_started: boolean;
  rule_set: string;
  dividends: string;
  offered: string[];
}

/** Under both races' locks: neither closes, moves or disappears before the pool is committed. */
async function makePool(tx: Queryable, code: DoublePoolCode, legs: Legs): Promise<DoublePool> {
  const { rows } = await tx.query<LegRow>(
    `SELECT r.id, r.status, r.start_time, r.start_time <= club_now() AS has_started, m.rule_set, m.dividends, r.offered
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = ANY ($1)`,
    [legs.map((leg) => leg.raceId)],
  );
  const [first, second] = legs.map((leg) => openLeg(rows, leg.raceId)) as [LegRow, LegRow];
  const without = [first, second].find((leg) => !leg.offered.includes(code));
  if (without !== undefined) {
    throw new Refusal("pool.not_offered", { field: "bet_type", pool: code, race_id: without.id });
  }
  const isSwapped = areLegsSwapped(toLeg(first), toLeg(second));
  const [leg1, leg2] = isSwapped ? [second, first] : [first, second];
  await createPool(tx, {
    code,
    raceId: leg1.id,
    raceId2: leg2.id,
    ruleSet: await latestRuleSet(tx, leg1.rule_set),
    dividends: leg1.dividends,
  });
  const pool = await findPool(tx, code, legs);
  assert(pool !== null, "the pool of a pair is there once it was made");
  return pool;
}

function openLeg(rows: readonly LegRow[], raceId: string): LegRow {
  const leg = rows.find((row) => row.id === raceId);
  if (leg === undefined || leg.status !== "open" || leg.has_started) {
    throw new Refusal("race.closed", { race_id: raceId });
  }
  return leg;
}

function toLeg(leg: LegRow): { raceId: string; startMs: number } {
  return { raceId: leg.id, startMs: leg.start_time.getTime() };
}

/** Served by pool_double, in either order of the pair. */
async function findPool(
  db: Queryable,
  code: DoublePoolCode,
  [a, b]: Legs,
): Promise<DoublePool | null> {
  const { rows } = await db.query<DoublePool>(
    `SELECT id AS "poolId", race_id AS leg1, race_id2 AS leg2 FROM pool
     WHERE race_id2 IS NOT NULL AND name IS NULL AND code = $3
       AND least(race_id, race_id2) = least($1::uuid, $2::uuid)
       AND greatest(race_id, race_id2) = greatest($1::uuid, $2::uuid)`,
    [a.raceId, b.raceId, code],
  );
  return rows[0] ?? null;
}

/**
 * Removes a race's doubles without bets, so the next bet orders the pair by its new start. Runs in
 * the delay's transaction, under the race's exclusive lock, which keeps bets out. A pool with bets
 * stays.
 */
export async function dropUnusedDoubles(tx: Queryable, raceId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM pool WHERE (race_id = $1 OR race_id2 = $1) AND race_id2 IS NOT NULL AND name IS NULL
       AND NOT EXISTS (SELECT FROM bet WHERE bet.pool_id = pool.id)
       AND NOT EXISTS (SELECT FROM refund_job j WHERE j.pool_id = pool.id)
       AND NOT EXISTS (SELECT FROM incident i WHERE i.pool_id = pool.id)`,
    [raceId],
  );
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return;
  await tx.query("DELETE FROM pool WHERE id = ANY ($1)", [ids]);
  await tx.query("DELETE FROM account WHERE pool_id = ANY ($1)", [ids]);
}
