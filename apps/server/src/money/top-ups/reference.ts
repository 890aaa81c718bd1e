import { randomInt } from "node:crypto";
import { withCheckDigit } from "@club/domain";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = 6;

/**
 * The reference in a transfer, as "HC 401170 TQ7" (out of the club: "WD"): short enough to copy by
 * hand, with a digit at its end that no slip of the pen keeps right, and random, so nobody can guess
 * the next one. The database refuses a duplicate. Older ones have no check digit.
 */
export function newReference(kind: "HC" | "WD" = "HC"): string {
  for (;;) {
    const number = randomInt(10 ** DIGITS)
      .toString()
      .padStart(DIGITS, "0");
    const reference = withCheckDigit(`${kind} ${number} ${letter()}${letter()}`);
    if (reference !== null) return reference;
  }
}

function letter(): string {
  return LETTERS.charAt(randomInt(LETTERS.length));
}
