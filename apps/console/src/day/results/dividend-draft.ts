import type { DeclaredEntry } from "@club/contract";
import type { PoolCode } from "@club/domain";
import { centsOfText } from "../../core/typed.ts";

/** A pool, of one race or of a pair, that waits for official dividends. */
export interface WaitingPool {
  readonly pool_id: string;
  readonly pool: PoolCode;
  readonly race_id: string;
  readonly race_id2: string | null;
  /** Backed winners without a dividend: "4-7"; "4-F" is leg 1's 4 with the field. */
  readonly combinations: readonly string[];
}

/** The typed dividends that one result asked for. */
export interface DividendDraft {
  /** The result that asked for them, as text. */
  readonly of: string;
  readonly pools: readonly WaitingPool[];
  /** By pool and combination. */
  readonly texts: Readonly<Record<string, string>>;
}

export const emptyDraft = (of: string): DividendDraft => ({ of, pools: [], texts: {} });

export const keyOf = (pool: WaitingPool, combination: string): string =>
  `${pool.pool_id} ${combination}`;

/** Once asked for, a dividend stays asked for: it is sent each time. */
export function askFor(draft: DividendDraft, asked: readonly WaitingPool[]): DividendDraft {
  const known = new Map(draft.pools.map((pool) => [pool.pool_id, pool]));
  for (const pool of asked.filter(({ combinations }) => combinations.length > 0)) {
    const before = known.get(pool.pool_id)?.combinations ?? [];
    const combinations = [...new Set([...before, ...pool.combinations])];
    known.set(pool.pool_id, { ...pool, combinations });
  }
  return { ...draft, pools: [...known.values()] };
}

/** The typed dividends as they are sent. A double names its pair: several may end in one race. */
export function entriesOf({ pools, texts }: DividendDraft): DeclaredEntry[] {
  return pools.flatMap((pool) => {
    const pair = pool.race_id2 === null ? {} : { race_id: pool.race_id, race_id2: pool.race_id2 };
    return pool.combinations.flatMap((combination) => {
      const cents = centsOfText(texts[keyOf(pool, combination)] ?? "");
      if (cents === undefined || cents < 0) return [];
      return [{ ...pair, pool: pool.pool, combination, dividend_cents: cents }];
    });
  });
}

/** Something is typed, but it is no dividend. */
export function isWrong(text: string): boolean {
  const cents = centsOfText(text);
  return text.trim() !== "" && (cents === undefined || cents < 0);
}

/** Whether every dividend that was asked for is there. */
export function isComplete(draft: DividendDraft): boolean {
  const wanted = draft.pools.reduce((sum, pool) => sum + pool.combinations.length, 0);
  return entriesOf(draft).length === wanted;
}
