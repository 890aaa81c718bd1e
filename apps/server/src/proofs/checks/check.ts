import type { Queryable } from "../../core/db/connect.ts";
import { FROM_START } from "../../core/db/read-ahead.ts";

/** What a check found in the rows that it read. */
export interface Findings {
  readonly rows: number;
  /** The first broken rows, each as "what: why"; empty when all is well. */
  readonly found: readonly string[];
}

/** One thing that must be true of the books, recomputed from the rows themselves. */
export interface Check {
  readonly name: string;
  readonly run: (tx: Queryable, startedAt: Date) => Promise<Findings>;
}

export const MOST_FOUND = 5;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A scan of a table in ranges of its id, which keeps statements short and memory flat. */
export interface RangeScan {
  /** Returns the id that ends the range: the $2-th after $1, none at the end. */
  readonly bound: string;
  /** Returns one row `rows, found` over the rows with $1 < id <= $2. */
  readonly check: string;
  /** A further argument for the check, as $3. */
  readonly given?: unknown;
  readonly size: number;
}

/** Runs a scan from the first id to the last. */
export async function scanRanges(tx: Queryable, scan: RangeScan): Promise<Findings> {
  const found: string[] = [];
  let rows = 0;
  let from = FROM_START;
  for (;;) {
    const { rows: bounds } = await tx.query<{ id: string }>(scan.bound, [from, scan.size - 1]);
    const upto = bounds[0]?.id ?? LAST_ID;
    const values = scan.given === undefined ? [from, upto] : [from, upto, scan.given];
    const { rows: parts } = await tx.query<{ rows: number; found: string[] | null }>(
      scan.check,
      values,
    );
    rows += parts[0]?.rows ?? 0;
    found.push(...(parts[0]?.found ?? []));
    if (upto === LAST_ID) return { rows, found: found.slice(0, MOST_FOUND) };
    from = upto;
  }
}

/**
 * What corrections that are under way have moved, by pool and bet: the plan that stands is still the
 * old one, until the last transaction writes the new.
 */
export const MOVED_BY_CORRECTIONS = `(
  SELECT l.pool_id, l.bet_id, l.new_cents - l.old_cents AS cents
  FROM correction c JOIN correction_line l ON l.correction_id = c.id WHERE c.step = 'planned' AND l.is_done)`;
