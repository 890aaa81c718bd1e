import type { Cents } from "../money/cents.ts";

/** A looser limit waits this long, and then for a second confirmation. */
export const LOOSER_AFTER_MS = 24 * 60 * 60 * 1_000;

/** A limit: an amount per window, null for none. */
export type LimitCents = Cents | null;

/** When a change of a limit takes effect. */
export type LimitChange =
  | { readonly kind: "none" }
  | { readonly kind: "at_once" }
  /** From this instant on, once the player has confirmed it again. */
  | { readonly kind: "later"; readonly confirmFromMs: number };

/**
 * What a request to change a limit leads to: tighter holds at once, looser after 24 hours and a
 * second confirmation. No limit is looser than any. Source: docs/rules/protection.md, "Changing a
 * limit".
 */
export function changeLimit(current: LimitCents, wished: LimitCents, nowMs: number): LimitChange {
  if (current === wished) return { kind: "none" };
  const isTighter = current === null || (wished !== null && wished < current);
  return isTighter
    ? { kind: "at_once" }
    : { kind: "later", confirmFromMs: nowMs + LOOSER_AFTER_MS };
}

/** What a limit leaves: limit - used, not below 0; null without a limit. */
export function leftOfLimit(limit: LimitCents, usedCents: Cents): LimitCents {
  if (limit === null) return null;
  return usedCents < limit ? limit - usedCents : 0n;
}
