import type { DeclaredEntry } from "@club/contract";
import type { PoolCode } from "@club/domain";
import { centsOfText, textOfCents } from "../../core/typed.ts";

/** A pool, of one race or of several, that waits for official dividends: named by its first and last race. */
export interface WaitingPool {
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
  /** Pools that are given back officially: entered by a program, and sent along as they are. */
  readonly refunded: readonly DeclaredEntry[];
}

/** What was entered with a result before. */
export interface DeclaredBefore {
  /** That result, as text. */
  readonly of: string;
  readonly race_id: string;
  readonly entries: readonly DeclaredEntry[];
  /** What its dry run misses. */
  readonly asked: readonly WaitingPool[];
  /** False for the second operator, who types the dividends unseen. */
  readonly isShown: boolean;
}

export const emptyDraft = (of: string): DividendDraft => ({
  of,
  pools: [],
  texts: {},
  refunded: [],
});

export const keyOf = (
  { pool, race_id, race_id2 }: Omit<WaitingPool, "combinations">,
  combination = "",
): string => [pool, race_id, race_id2 ?? "", combination].join(" ");

/** The fields of what was declared before, with its dividends where they are shown. */
export function draftOf({ of, race_id, entries, asked, isShown }: DeclaredBefore): DividendDraft {
  const texts: Record<string, string> = {};
  const known = entries.flatMap((entry): WaitingPool[] => {
    if (entry.refunded === true) return [];
    const pool = {
      pool: entry.pool,
      race_id: entry.race_id ?? race_id,
      race_id2: entry.race_id2 ?? null,
    };
    if (isShown) texts[keyOf(pool, entry.combination)] = textOfCents(entry.dividend_cents);
    return [{ ...pool, combinations: [entry.combination] }];
  });
  const refunded = isShown ? entries.filter((entry) => entry.refunded === true) : [];
  return askFor({ of, pools: [], texts, refunded }, [...known, ...asked]);
}

/** Once asked for, a dividend stays asked for: it is sent each time. */
export function askFor(draft: DividendDraft, asked: readonly WaitingPool[]): DividendDraft {
  const known = new Map(draft.pools.map((pool) => [keyOf(pool), pool]));
  for (const pool of asked.filter(({ combinations }) => combinations.length > 0)) {
    const before = known.get(keyOf(pool))?.combinations ?? [];
    const combinations = [...new Set([...before, ...pool.combinations])];
    known.set(keyOf(pool), { ...pool, combinations });
  }
  return { ...draft, pools: [...known.values()] };
}

/** The typed dividends as they are sent. A double names its pair: several may end in one race. */
export function entriesOf({ pools, texts, refunded }: DividendDraft): DeclaredEntry[] {
  const typed = pools.flatMap((pool) => {
    const pair = pool.race_id2 === null ? {} : { race_id: pool.race_id, race_id2: pool.race_id2 };
    return pool.combinations.flatMap((combination) => {
      const cents = centsOfText(texts[keyOf(pool, combination)] ?? "");
      if (cents === undefined || cents < 0) return [];
      return [{ ...pair, pool: pool.pool, combination, dividend_cents: cents }];
    });
  });
  return [...typed, ...refunded];
}

/** Something is typed, but it is no dividend. */
export function isWrong(text: string): boolean {
  const cents = centsOfText(text);
  return text.trim() !== "" && (cents === undefined || cents < 0);
}

/** Whether every dividend that was asked for is there. */
export function isComplete(draft: DividendDraft): boolean {
  const wanted = draft.pools.reduce((sum, pool) => sum + pool.combinations.length, 0);
  return entriesOf(draft).length === wanted + draft.refunded.length;
}

/** Whether two lists declare the same, in whatever order. */
export function isSameDeclared(
  one: readonly DeclaredEntry[],
  other: readonly DeclaredEntry[],
): boolean {
  const spell = (entries: readonly DeclaredEntry[]): string =>
    entries.map(spellEntry).toSorted().join("; ");
  return spell(one) === spell(other);
}

function spellEntry(entry: DeclaredEntry): string {
  const pool = [entry.pool, entry.race_id2 ? entry.race_id : "", entry.race_id2 ?? ""].join(" ");
  if (entry.refunded === true) return `${pool} refunded`;
  return `${pool} ${entry.combination} ${entry.dividend_cents}`;
}
