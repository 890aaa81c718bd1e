import { type Fraction, ONE, ZERO, fraction } from "../money/fraction.ts";
import type { LegStatus } from "./market-types.ts";

/** What became of an outcome; a dead heat says how many tied for how many places. */
export type OutcomeResult =
  | { readonly status: "won" | "lost" | "void" | "half_won" | "half_lost" }
  | { readonly status: "dead_heat"; readonly tied: number; readonly places: number };

const HALF: Fraction = { top: 1n, bottom: 2n };

/**
 * What a unit on a leg is multiplied by: won = odds, lost = 0, void = 1, dead heat of t for w places
 * = odds x w/t; the half of a quarter line that is void counts as 1/2. Exact, never rounded.
 * Source: docs/rules/sports.md, "Factor of a leg".
 */
export function legFactor(result: OutcomeResult, oddsMilli: number): Fraction {
  const odds = fraction(BigInt(oddsMilli), 1000n);
  switch (result.status) {
    case "won":
      return odds;
    case "lost":
      return ZERO;
    case "void":
      return ONE;
    case "half_won":
      return fraction(BigInt(oddsMilli) + 1000n, 2000n);
    case "half_lost":
      return HALF;
    case "dead_heat":
      return fraction(BigInt(oddsMilli) * BigInt(result.places), 1000n * BigInt(result.tied));
  }
}

/** The result of a quarter line: that of its two halves, which differ by half a goal. */
export function joinHalves(lower: OutcomeResult, upper: OutcomeResult): OutcomeResult {
  if (lower.status === upper.status) return lower;
  const both = new Set<LegStatus>([lower.status, upper.status]);
  return { status: both.has("won") ? "half_won" : "half_lost" };
}

/** "57/40", or "1" where the bottom is 1: how a factor is written in an order. */
export function factorText({ top, bottom }: Fraction): string {
  const { top: t, bottom: b } = fraction(top, bottom);
  return b === 1n ? String(t) : `${t}/${b}`;
}
