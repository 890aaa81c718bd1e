import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = 6;

/**
 * The reference in a transfer, as "HC 401170 TQ" (out of the club: "WD"): short enough to copy by
 * hand, and random, so nobody can guess the next one. The database refuses a duplicate.
 */
export function newReference(kind: "HC" | "WD" = "HC"): string {
  const number = randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, "0");
  return `${kind} ${number} ${letter()}${letter()}`;
}

function letter(): string {
  return LETTERS.charAt(randomInt(LETTERS.length));
}
