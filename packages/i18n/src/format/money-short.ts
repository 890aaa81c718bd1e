import type { Language } from "../language.ts";
import { decimalOfCents } from "./number.ts";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A large amount in few letters, rounded down: 2234567 AUD is "$22.3K" in English, "22,3 k $" in
 * French. For estimates; what is paid is never said so.
 */
export function formatMoneyShort(
  cents: bigint | number,
  currency: string,
  language: Language,
): string {
  const key = `${language} ${currency}`;
  const known = formats.get(key);
  const format =
    known ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      notation: "compact",
      maximumFractionDigits: 1,
      roundingMode: "floor",
    });
  if (known === undefined) formats.set(key, format);
  return format.format(decimalOfCents(cents));
}
