import type { Cents } from "./cents.ts";

/**
 * A running sum of count x unit that is exact, and fast over a million bets: small products gather
 * in a number while it stays a safe integer, the rest goes straight into a bigint.
 */
export class CentsSum {
  #total = 0n;
  #pending = 0;

  /** Adds count x unit; count is a whole number not below zero. */
  add(count: number, unitCents: Cents): void {
    const product = count * Number(unitCents);
    const pending = this.#pending + product;
    // A product beyond the safe integers may have lost digits: it is added as a bigint.
    if (pending <= Number.MAX_SAFE_INTEGER) this.#pending = pending;
    else this.#total += BigInt(count) * unitCents;
  }

  total(): Cents {
    return this.#total + BigInt(this.#pending);
  }
}
