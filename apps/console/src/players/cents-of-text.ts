const AMOUNT = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;

/**
 * An amount as it is typed, in cents: "12", "12.5", "12,50". Undefined for anything else, zero too:
 * it moves nothing. No float is involved.
 */
export function centsOfText(text: string): number | undefined {
  const match = AMOUNT.exec(text.trim().replaceAll(/[\s\u00a0\u202f]/g, ""));
  if (match === null) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents === 0 ? undefined : cents;
}
