import { assert } from "../assert.ts";
import type { Cents } from "../money/cents.ts";

/**
 * The unit stake of a total that the player wants to spend: total / combinations, down to the cent.
 * What is left over is not taken. Below 1 there is no such bet. Source: docs/rules/money.md, "Flexi".
 */
export function flexiUnit(totalCents: Cents, combinations: number): Cents {
  assert(totalCents >= 0n, "a total is not negative");
  assert(combinations > 0, "a bet has combinations");
  return totalCents / BigInt(combinations);
}
