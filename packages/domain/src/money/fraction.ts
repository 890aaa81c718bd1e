import { assert } from "../assert.ts";

/** An exact number: top / bottom, bottom above 0. Not necessarily in lowest terms. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

export const ZERO: Fraction = { top: 0n, bottom: 1n };
export const ONE: Fraction = { top: 1n, bottom: 1n };

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [high, low] = [a < 0n ? -a : a, b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high;
}

/** The fraction top / bottom in lowest terms. */
export function fraction(top: bigint, bottom: bigint): Fraction {
  assert(bottom > 0n, "the bottom of a fraction is above zero");
  const divisor = greatestCommonDivisor(top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.top, a.bottom * b.bottom);
}

/** a / b for a positive b. */
export function divide(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom, a.bottom * b.top);
}

export function sum(parts: Iterable<Fraction>): Fraction {
  let total = ZERO;
  for (const part of parts) total = add(total, part);
  return total;
}
