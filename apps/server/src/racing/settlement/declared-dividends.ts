import type { DeclaredEntry } from "@club/contract";
import { type DeclaredDividends, Refusal, poolOf } from "@club/domain";
import { declaredFrom } from "../../proofs/pools/facts-json.ts";
import type { LegRow } from "../pools/legs.ts";
import type { NamedPool, PoolRow } from "./pool-rows.queries.ts";

/**
 * The official dividends of a pool. An entry in the result at hand takes precedence; else what was
 * declared before stands (rules.md section 4: "Dividends stand once declared"): with the settlement
 * being corrected or, for a pool of several races, with one of its legs. A pool that nothing names
 * has no dividend.
 *
 * @param legs - the races of a pool of several, the last first; none for a pool of one race.
 */
export function declaredOf(
  pool: PoolRow,
  entries: readonly DeclaredEntry[],
  legs: readonly LegRow[],
): DeclaredDividends | null {
  if (pool.dividends === "club") return null;
  const own = entries.filter((entry) => isOf(entry, pool));
  if (own.length > 0) return dividendsOf(own);
  if (pool.declared !== undefined && pool.declared !== null) return declaredFrom(pool.declared);
  // An entry without its pair means the pools that end in its race.
  const told = legs.map(({ id, declared }) =>
    (declared ?? []).filter(
      (entry) => isOf(entry, pool) && (isPaired(entry) || id === pool.race_id2),
    ),
  );
  return dividendsOf(told.find((each) => each.length > 0) ?? []);
}

interface Meant {
  readonly raceId: string;
  /** Every pool that this race is a leg of, whatever became of it. */
  readonly pools: readonly NamedPool[];
  /** Those of them that end in this race, or are settled with it. */
  readonly ending: readonly PoolRow[];
}

/**
 * Checks the entries of pools of several races: one without its races must mean a single pool; one
 * with them, the first and the last, must name a pool that this race is a leg of.
 *
 * @throws result.invalid with reason declared_pair or declared_unknown
 */
export function refuseUnclearPairs(
  entries: readonly DeclaredEntry[],
  { raceId, pools, ending }: Meant,
): void {
  for (const entry of entries.filter((each) => poolOf(each.pool).legs > 1)) {
    const isEnd = [entry.race_id, entry.race_id2].includes(raceId);
    const isUnknown = isPaired(entry) && !isEnd && !pools.some((pool) => isOf(entry, pool));
    const isUnclear = ending.filter((pool) => isOf(entry, pool)).length > 1;
    if (!isUnknown && !isUnclear) continue;
    throw refusedEntry(entry, isUnknown ? "declared_unknown" : "declared_pair");
  }
}

/** The refusal that names one declared entry. */
export function refusedEntry(
  entry: DeclaredEntry,
  reason: "declared_pair" | "declared_unknown" | "not_declared",
): Refusal {
  const named = entry.refunded === true ? entry.pool : `${entry.pool} ${entry.combination}`;
  return new Refusal("result.invalid", { reason, field: "declared_dividends", entry: named });
}

function isOf(entry: DeclaredEntry, pool: NamedPool): boolean {
  if (entry.pool !== pool.code) return false;
  const [one, two] = [entry.race_id ?? pool.race_id, entry.race_id2 ?? pool.race_id2];
  return one === pool.race_id && two === pool.race_id2;
}

export function isPaired(entry: DeclaredEntry): boolean {
  return (entry.race_id ?? entry.race_id2 ?? null) !== null;
}

function dividendsOf(entries: readonly DeclaredEntry[]): DeclaredDividends {
  if (entries.some((entry) => entry.refunded === true)) return { refunded: true, dividends: [] };
  const dividends = entries.flatMap((entry) =>
    entry.refunded === true
      ? []
      : [{ combination: entry.combination, dividendCents: BigInt(entry.dividend_cents) }],
  );
  return { refunded: false, dividends };
}
