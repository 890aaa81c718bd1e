import type { Fraction } from "../money/fraction.ts";
import { floor } from "../money/rounding.ts";

const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);
const CENTS = 100n;

/** A raw dividend of so many cents as text per 1.00, cut to four decimals: "14.3417". */
export function writeRaw({ top, bottom }: Fraction): string {
  const scaled = floor({ top: top * SCALE, bottom: bottom * CENTS });
  const isBelowZero = scaled < 0n;
  const digits = String(isBelowZero ? -scaled : scaled).padStart(DECIMALS + 1, "0");
  return `${isBelowZero ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
