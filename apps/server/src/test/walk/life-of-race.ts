import { RULE_SETS, refundsWithdrawn } from "@club/domain";
import type { Model, Pool, Race } from "./model.ts";

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
    if (comesBack(pool, race)) pool.isTouched = true;
    const isLate = pool.race2 === race && pool.race.hasStarted;
    if (isLate && !pool.isGivenBack && !pool.isSettled) pool.lateScratched.add(number);
  }
  race.scratched.add(number);
  race.isStale = true;
}

/** Whether a scratching in this race refunds stakes of the pool. */
function comesBack(pool: Pool, race: Race): boolean {
  if ((pool.race !== race && pool.race2 !== race) || pool.isGivenBack || pool.isSettled)
    return false;
  const leg = pool.race === race ? 1 : 2;
  return (
    pool.race2 === null || refundsWithdrawn(RULE_SETS[pool.race.rules], leg, pool.race.hasStarted)
  );
}

export function dropUnusedDoubles(model: Model, race: Race): void {
  for (const pool of model.pools.slice()) {
    if (pool.race2 === null || (pool.race !== race && pool.race2 !== race)) continue;
    if (
      pool.isGivenBack ||
      pool.isTouched ||
      model.bets.some((bet) => bet.parts.some((part) => part.pool === pool))
    )
      continue;
    model.pools.splice(model.pools.indexOf(pool), 1);
  }
}

/** Settles doubles that only waited for a race that is now void. */
export function settleWaiting(model: Model, race: Race): void {
  for (const pool of model.doublesWith(race)) {
    const facts = model.factsOf(pool);
    if (facts !== null && model.outcomeOf(pool, facts) !== "missing") pool.isSettled = true;
  }
}

export function abandon(model: Model, race: Race): void {
  const hadStarted = new Map(model.pools.map((pool) => [pool, pool.race.hasStarted]));
  race.status = "abandoned";
  race.isStale = true;
  for (const pool of model.pools) {
    if ((pool.race !== race && pool.race2 !== race) || pool.isSettled) continue;
    if (pool.isGivenBack) continue;
    const isLeg2 = pool.race2 === race;
    const rules = RULE_SETS[pool.race.rules].doubles;
    const goesBack =
      pool.race2 === null ||
      (isLeg2
        ? hadStarted.get(pool) !== true || pool.race.status === "abandoned"
        : rules.leg1Void === "REFUND" || pool.race2.status === "abandoned");
    if (goesBack) {
      pool.isGivenBack = true;
      pool.isClosed = true;
    } else if (isLeg2) {
      pool.isLeg2VoidLate = true;
    } else {
      pool.isClosed = true;
    }
  }
  race.hasStarted = true;
  settleWaiting(model, race);
}
