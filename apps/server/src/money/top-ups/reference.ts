import { randomInt } from "node:crypto";
import { withCheckDigit } from "@club/domain";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = 6;

/**
 * The reference of a transfer, such as "HC 401170 TQ7" ("WD" for money out): short enough to copy
 * by hand, with a check digit that detects any single slip, and random, so that nobody can guess
 * the next one. The database refuses duplicates. Older references have no check digit.
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
