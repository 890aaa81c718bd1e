import {
  RULE_SETS,
  isDoublePool,
  isMultiPool,
  refundsWithdrawn,
  refundsWithdrawnInMulti,
} from "@club/domain";
import type { Pool, Race } from "./facts.ts";
import type { Model } from "./model.ts";
import { settleBy } from "./told.ts";

/** Ends betting: stakes now decide who is favourite, and the pools take what waits. */
export function closeBetting(model: Model, race: Race): void {
  race.status = "closed";
  race.hasStarted = true;
  const closed = model.pools.filter(
    (pool) => pool.race === race && !pool.isClosed && !pool.isGivenBack,
  );
  const win = closed.find(({ code }) => code === "WIN");
  race.winAtClose = new Map();
  if (win !== undefined) {
    for (const { bet } of model.partsIn(win)) {
      for (const number of bet.slots[0] ?? []) {
        race.winAtClose.set(number, (race.winAtClose.get(number) ?? 0n) + bet.unitStakeCents);
      }
    }
  }
  for (const pool of closed) {
    pool.isClosed = true;
    model.takeJackpot(pool);
  }
}

export function scratchRunner(model: Model, race: Race, number: number): void {
  for (const pool of model.pools) {
    if (!pool.legs.includes(race) || pool.isGivenBack || pool.isSettled) continue;
    // Nothing comes back from a pool of several races that nobody has bet on.
    if (pool.race2 !== null && !hasBets(model, pool)) continue;
    if (comesBack(pool, race)) pool.isTouched = true;
    const isLate = pool.race.hasStarted && (isMultiPool(pool.code) || pool.race2 === race);
    if (isLate) pool.late.set(race, (pool.late.get(race) ?? new Set()).add(number));
  }
  race.scratched.add(number);
  race.isStale = true;
}

export const hasBets = (model: Model, pool: Pool): boolean =>
  model.bets.some((bet) => bet.parts.some((part) => part.pool === pool));

/** Whether a scratching in this race refunds stakes of the pool. */
function comesBack(pool: Pool, race: Race): boolean {
  const rules = RULE_SETS[pool.race.rules];
  if (isMultiPool(pool.code)) return refundsWithdrawnInMulti(rules, pool.race.hasStarted);
  const leg = pool.race === race ? 1 : 2;
  return pool.race2 === null || refundsWithdrawn(rules, leg, pool.race.hasStarted);
}

export function dropUnusedDoubles(model: Model, race: Race): void {
  for (const pool of model.pools.slice()) {
    if (!isDoublePool(pool.code) || !pool.legs.includes(race)) continue;
    if (pool.isGivenBack || pool.isTouched || hasBets(model, pool)) continue;
    model.pools.splice(model.pools.indexOf(pool), 1);
  }
}

/** Settles doubles that only waited for a race that is now void, or whose missing dividend nobody needs any more. */
export function settleWaiting(model: Model, race: Race): void {
  for (const pool of model.doublesWith(race)) {
    const facts = model.factsOf(pool);
    if (facts !== null && model.outcomeOf(pool, facts) !== "missing") settleBy(pool, null);
  }
}

/** Whether every stake of a pool is refunded when this race of it is abandoned. */
function fallsWith(pool: Pool, race: Race, hasStarted: boolean): boolean {
  if (pool.race2 === null) return true;
  const gone = pool.legs.filter(({ status }) => status === "abandoned").length;
  if (isMultiPool(pool.code)) return !hasStarted || gone * 2 >= pool.legs.length;
  if (pool.race !== race) return !hasStarted || gone === 2;
  return RULE_SETS[pool.race.rules].doubles.leg1Void === "REFUND" || gone === 2;
}

export function abandon(model: Model, race: Race): void {
  const hadStarted = new Map(model.pools.map((pool) => [pool, pool.race.hasStarted]));
  race.status = "abandoned";
  race.isStale = true;
  for (const pool of model.pools) {
    if (!pool.legs.includes(race) || pool.isSettled || pool.isGivenBack) continue;
    const goesBack = fallsWith(pool, race, hadStarted.get(pool) === true);
    if (goesBack) pool.isGivenBack = true;
    else if (isMultiPool(pool.code) || pool.race2 === race) pool.voidLate.add(race);
    if (goesBack || pool.race === race) pool.isClosed = true;
  }
  race.hasStarted = true;
  settleWaiting(model, race);
}
