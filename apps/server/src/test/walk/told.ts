import type { DeclaredDividends } from "@club/domain";
import type { Pool, Race } from "./facts.ts";

export interface Declared {
  readonly entries: Record<string, unknown>[];
  readonly byPool: Map<Pool, DeclaredDividends>;
}

/** What was declared with a race's newest result. */
export const newestDeclared = new WeakMap<Race, Declared | null>();

/** What was declared for pools when a race of theirs became void, or later for that race. */
const fallDeclared = new WeakMap<Race, ReadonlyMap<Pool, DeclaredDividends>>();

/** Notes what was declared when the race became void; for a pool named again the new takes its place. */
export function declareFall(race: Race, declared: Declared): void {
  const before = fallDeclared.get(race) ?? [];
  fallDeclared.set(race, new Map([...before, ...declared.byPool]));
}

/** What the races of a pool have told of it that are settled or void, the last race first. */
export function toldOf(pool: Pool): DeclaredDividends | null {
  for (const race of pool.legs.toReversed()) {
    const isVoid = race.status === "abandoned";
    const told = isVoid ? fallDeclared.get(race)?.get(pool) : toldBy(race, pool);
    if (told !== undefined) return told;
  }
  return null;
}

function toldBy(race: Race, pool: Pool): DeclaredDividends | undefined {
  return race.status === "settled" ? newestDeclared.get(race)?.byPool.get(pool) : undefined;
}

/** The pool is settled by what its last race tells, or else by what others told; that stands. */
export function settleBy(pool: Pool, last: Declared | null): void {
  const none = { refunded: false, dividends: [] };
  if (pool.race.isDeclared) pool.declared = last?.byPool.get(pool) ?? toldOf(pool) ?? none;
  pool.isSettled = true;
}
