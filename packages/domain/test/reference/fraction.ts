/** A plain fraction of big integers, kept apart from the engine's own so that the two cannot be wrong together. */
export type Fraction = { top: bigint; bottom: bigint };

export const fraction = (top: bigint, bottom = 1n): Fraction => ({ top, bottom });
export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.top, a.bottom * b.bottom);
export const over = (a: Fraction, b: Fraction): Fraction => times(a, fraction(b.bottom, b.top));

/** The greatest integer that is not greater, also below zero. */
export function floor({ top, bottom }: Fraction): bigint {
  const [t, b] = bottom < 0n ? [-top, -bottom] : [top, bottom];
  const quotient = t / b;
  return t < 0n && quotient * b !== t ? quotient - 1n : quotient;
}

export const halfUp = (value: Fraction): bigint => floor(plus(value, fraction(1n, 2n)));
