import type { Language } from "../language.ts";

/** Makes one formatter per language and keeps it: creating one costs more than using it. */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}

export const countFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { useGrouping: "always" }),
);

/** A count in the language's style: 1204 is "1,204". */
export function formatCount(count: number | bigint, language: Language): string {
  return countFormat(language).format(count);
}

/** A share of one as a percentage, in the language's style: 0.1475 is "14.75 %" or "14.75%". */
export function formatPercent(share: number, language: Language): string {
  return percentFormat(language).format(share);
}

const percentFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }),
);

/** `Intl` writes a hyphen; figures read better with the true minus, as wide as a plus. */
export function withTrueMinus(text: string): string {
  return text.replace("-", "\u2212");
}

/** Whole units and hundredths as a decimal text, exact for any size: 128450 is "1284.50". */
export function decimalOfCents(cents: bigint | number): Intl.StringNumericLiteral {
  const exact = BigInt(cents);
  const size = exact < 0n ? -exact : exact;
  const hundredths = (size % 100n).toString().padStart(2, "0");
  return `${exact < 0n ? "-" : ""}${size / 100n}.${hundredths}` as Intl.StringNumericLiteral;
}
