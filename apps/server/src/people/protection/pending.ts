import type { LimitRow } from "./limits.queries.ts";

/** A looser limit that is not confirmed this long after it might have been lapses. */
export const LAPSES_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

export interface Pending {
  readonly amountCents: bigint | null;
  /** From here on it may be confirmed, up to `until`. */
  readonly from: Date;
  readonly until: Date;
}

/** The looser limit that waits, or null: none does, or it has lapsed. */
export function pendingOf(row: LimitRow, now: Date): Pending | null {
  if (!row.has_pending || row.pending_from === null) return null;
  const until = new Date(row.pending_from.getTime() + LAPSES_AFTER_MS);
  if (now >= until) return null;
  return { amountCents: row.pending_amount_cents, from: row.pending_from, until };
}
