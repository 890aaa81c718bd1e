import { assert } from "../assert.ts";
import { type Fraction, ONE, add, fraction, sum } from "../money/fraction.ts";
import { floor, halfUpCents } from "../money/rounding.ts";
import { LEAST_ODDS_MILLI, MOST_ODDS_MILLI } from "./market-types.ts";

const BASIS = 10_000n;

/**
 * The margin of a book: what the inverse odds of its outcomes add up to above 1, in basis points,
 * half up. Below 0 where a player could back every outcome and win.
 * Source: docs/rules/sports.md, "Margin".
 */
export function marginBps(oddsMilli: readonly number[]): number {
  const total = inverseSum(oddsMilli);
  const above = add(total, { top: -ONE.top, bottom: ONE.bottom });
  return Number(halfUpCents({ top: above.top * BASIS, bottom: above.bottom }));
}

/**
 * The odds of the same chances with another margin: each inverse keeps its share of the book.
 * Rounded down to the thousandth, so that the margin is at least what was asked, and clamped
 * between the least and the most odds. Source: docs/rules/sports.md, "Margin".
 */
export function withMargin(oddsMilli: readonly number[], targetBps: number): readonly number[] {
  assert(oddsMilli.length > 0, "a book has an outcome");
  const total = inverseSum(oddsMilli);
  return oddsMilli.map((odds) => {
    // 1 / (share x (1 + margin)) = odds x total / (1 + margin).
    const exact: Fraction = {
      top: BigInt(odds) * total.top * BASIS,
      bottom: total.bottom * (BASIS + BigInt(targetBps)),
    };
    return clamp(Number(floor(exact)));
  });
}

/** The middle of several odds; of an even number the mean of the two in the middle, rounded down. */
export function medianOdds(oddsMilli: readonly number[]): number {
  assert(oddsMilli.length > 0, "there are odds to take the middle of");
  const sorted = [...oddsMilli].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] as number;
  const lower = sorted[(sorted.length - 1) >> 1] as number;
  return Math.floor((lower + upper) / 2);
}

function inverseSum(oddsMilli: readonly number[]): Fraction {
  return sum(oddsMilli.map((odds) => fraction(1000n, BigInt(odds))));
}

function clamp(odds: number): number {
  return Math.min(Math.max(odds, LEAST_ODDS_MILLI), MOST_ODDS_MILLI);
}
