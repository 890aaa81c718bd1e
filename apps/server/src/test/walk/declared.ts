import { type DeclaredDividends, type Placings, isMultiPool } from "@club/domain";
import type { Pool, Race } from "./facts.ts";
import { type Model, standing } from "./model.ts";
import type { Declared } from "./told.ts";

/** Dividends declared for pools: derived from the numbers, now and then a refund or nothing. */
export function declare(
  model: Model,
  pools: readonly Pool[],
  placings: (race: Race) => Placings | null,
  seed: number,
): Declared {
  const entries: Record<string, unknown>[] = [];
  const byPool = new Map<Pool, DeclaredDividends>();
  for (const [i, pool] of pools.entries()) {
    const turn = (seed + i * 5) % 11;
    if (turn === 0) continue;
    const pair = pool.race2 === null ? {} : { race_id: pool.race.id, race_id2: pool.race2.id };
    if (turn === 1) {
      entries.push({ pool: pool.code, refunded: true, ...pair });
      byPool.set(pool, { refunded: true, dividends: [] });
      continue;
    }
    const dividends = model.winnersOf(pool, placings).map((combination, n) => ({
      combination,
      dividendCents: BigInt(103 + ((seed + n) % 9) * 31),
    }));
    if (dividends.length === 0) continue;
    byPool.set(pool, { refunded: false, dividends });
    for (const { combination, dividendCents } of dividends) {
      entries.push({
        pool: pool.code,
        combination,
        dividend_cents: Number(dividendCents),
        ...pair,
      });
    }
  }
  return { entries, byPool };
}

/**
 * The pools of several races that this race has a part in and that cannot be settled with it yet:
 * who declares all at once names them with it, by what he believes of the other races.
 */
export function waitingBeyond(model: Model, race: Race, settled: readonly Pool[]): Pool[] {
  return model.doublesWith(race).filter((pool) => pool.race.isDeclared && !settled.includes(pool));
}

/** Sets what was declared, and returns its undo. */
export function withDeclared(declared: Declared): () => void {
  const before = [...declared.byPool.keys()].map((pool) => [pool, pool.declared] as const);
  for (const [pool, dividends] of declared.byPool) pool.declared = dividends;
  return () => {
    for (const [pool, old] of before) pool.declared = old;
  };
}

/** The pools that this result of the race would settle, and whether a dividend is missing. */
export function settledWith(
  model: Model,
  race: Race,
  placings: Placings,
): { pools: Pool[]; isMissing: boolean } {
  const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
  const pools = model.pools.filter(
    (pool) =>
      pool.legs.includes(race) &&
      !pool.isGivenBack &&
      !pool.isSettled &&
      model.factsOf(pool, by) !== null,
  );
  const isMissing = pools.some((pool) => {
    const facts = model.factsOf(pool, by);
    return facts !== null && model.outcomeOf(pool, facts) === "missing";
  });
  return { pools, isMissing };
}

/**
 * What may be declared when a race becomes void after leg 1 has started: for a double that ends in
 * it a dividend per winner of leg 1, for a pool of three races what wins once the others are known.
 */
export function declaredAtFall(model: Model, race: Race, seed: number): Declared {
  const waiting = model.pools.filter(
    (pool) =>
      pool.race2 !== null &&
      pool.legs.includes(race) &&
      pool.race.isDeclared &&
      !pool.isGivenBack &&
      !pool.isSettled &&
      pool.race.hasStarted,
  );
  const entries: Record<string, unknown>[] = [];
  const byPool = new Map<Pool, DeclaredDividends>();
  for (const [i, pool] of waiting.entries()) {
    if ((seed + i) % 3 === 0) continue;
    const dividends = namesAtFall(model, pool, race).map((combination, n) => ({
      combination,
      dividendCents: BigInt(110 + ((seed + n + 1) % 7) * 20),
    }));
    if (dividends.length === 0) continue;
    byPool.set(pool, { refunded: false, dividends });
    for (const { combination, dividendCents } of dividends) {
      entries.push({
        pool: pool.code,
        combination,
        dividend_cents: Number(dividendCents),
        race_id: pool.race.id,
        race_id2: pool.race2?.id,
      });
    }
  }
  return { entries, byPool };
}

function namesAtFall(model: Model, pool: Pool, race: Race): string[] {
  if (isMultiPool(pool.code)) return winnersWithout(model, pool, race);
  const isField = pool.race2 === race && pool.race.status !== "abandoned";
  return isField ? pool.race.runners.map((number) => `${number}-F`) : [];
}

/** The winners of a pool of three races, were this one void. */
function winnersWithout(model: Model, pool: Pool, race: Race): string[] {
  const { status } = race;
  const before = new Set(pool.voidLate);
  race.status = "abandoned";
  pool.voidLate.add(race);
  try {
    return model.winnersOf(pool, standing);
  } finally {
    race.status = status;
    pool.voidLate = before;
  }
}
