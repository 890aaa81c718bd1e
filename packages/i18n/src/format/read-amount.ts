import type { Language } from "../language.ts";

/** Zeros of the digits that people type: Latin, Arabic, Persian, Devanagari, Thai, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10];
const DECIMAL_SIGN: Readonly<Record<Language, string>> = {
  en: ".",
  es: ",",
  fr: ",",
  "zh-Hans": ".",
  "zh-Hant": ".",
};
/** More digits than any plausible amount of money: 9,999,999.99. */
const MOST_WHOLE_DIGITS = 7;

/**
 * An amount as a person writes it, in cents: "1,284.50", "1.284,50", "$ 1 284.5", "٢٥". Null for
 * anything else: nothing, letters, a minus, more than two decimals, powers of ten, too many digits.
 * A separator that could be for thousands or decimals ("1,284") is read as in the language.
 */
export function readAmount(text: string, language: Language): bigint | null {
  const plain = withoutCurrency(Array.from(text, latin).join(""));
  const match = /^(\d+|\d{1,3}(?:([ ,.'’])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (match === null) return null;
  const [, whole = "", group, point, decimals = ""] = match;
  if (group !== undefined && group === (point ?? DECIMAL_SIGN[language])) return null;
  const digits = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (digits.length > MOST_WHOLE_DIGITS) return null;
  return BigInt(digits) * 100n + BigInt(decimals.padEnd(2, "0"));
}

function latin(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  if (zero !== undefined) return String(code - zero);
  if (sign === "\u066b" || sign === "\uff0e") return ".";
  if (sign === "\u066c") return ",";
  return /\s/u.test(sign) ? " " : sign;
}

/** Without a currency sign or a three-letter code, before or after. */
function withoutCurrency(text: string): string {
  return text
    .trim()
    .replace(/^(?:[A-Z]{1,3}(?=[^A-Za-z]))?\s*\p{Sc}?\s*/u, "")
    .replace(/\s*\p{Sc}?\s*(?:[A-Z]{3})?$/u, "");
}
