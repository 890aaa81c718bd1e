import { assert } from "../assert.ts";
import type { Cents } from "./cents.ts";
import type { Fraction } from "./fraction.ts";

/** How a rule set rounds a dividend: to a multiple of the step, down, or to the nearest, half up. */
export type Rounding = { readonly kind: "down" | "nearest"; readonly stepCents: number };

/** The greatest integer not above top / bottom, also below zero. */
export function floor({ top, bottom }: Fraction): bigint {
  const quotient = top / bottom;
  return top < 0n && quotient * bottom !== top ? quotient - 1n : quotient;
}

/** The nearest integer, a half up. Source: docs/rules/money.md, "Roundings". */
export function halfUpCents({ top, bottom }: Fraction): Cents {
  return floor({ top: 2n * top + bottom, bottom: 2n * bottom });
}

/**
 * Rounds a raw dividend, given in cents, to a multiple of the rule set's step.
 * Source: docs/rules/money.md, "Roundings".
 */
export function roundDividend(raw: Fraction, rounding: Rounding): Cents {
  const step = BigInt(rounding.stepCents);
  assert(step > 0n, "a rounding step is above zero");
  const steps = { top: raw.top, bottom: raw.bottom * step };
  switch (rounding.kind) {
    case "down":
      return floor(steps) * step;
    case "nearest":
      return halfUpCents(steps) * step;
  }
}
