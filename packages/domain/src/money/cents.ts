/** Money: an integer of cents of the club's currency. */
export type Cents = bigint;

const AMOUNT_TEXT = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Cents of a decimal amount in major units: text of at most 9 digits and 2 decimals ("2", "2.5",
 * "2.50"), or a number that prints so. Anything else gives null: a sign, an exponent, a third
 * decimal, a blank. Zero is an amount; whether it is enough is for the caller.
 * Source: docs/rules/money.md, "Amounts".
 */
export function parseAmountCents(value: unknown): Cents | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const match = AMOUNT_TEXT.exec(String(value));
  if (match === null) return null;
  const [, whole = "", decimals = ""] = match;
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
}

/** Plain decimal text of cents, always with 2 decimals: 128450n is "1284.50", -5n is "-0.05". */
export function formatCents(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of amounts. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}
