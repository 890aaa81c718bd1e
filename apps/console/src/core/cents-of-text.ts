import { parseAmountCents } from "@club/domain";

/**
 * An amount as it is typed, in cents: "12", "12.5", "12,50". Undefined for anything else, zero too:
 * it moves nothing.
 */
export function centsOfText(text: string): number | undefined {
  const tidy = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, "")
    .replace(",", ".");
  const cents = parseAmountCents(tidy);
  return cents === null || cents === 0n ? undefined : Number(cents);
}
