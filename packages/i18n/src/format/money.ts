import type { Language } from "../language.ts";
import { decimalOfCents, perLanguage, withTrueMinus } from "./number.ts";

export interface MoneyOptions {
  /** "always" writes a plus for money in; zero has no sign. */
  readonly sign?: "auto" | "always" | "never";
  /** "whole" leaves out cents that are zero: stake chips, pool totals. */
  readonly decimals?: "always" | "whole";
  /** Without the currency sign: tables of the console, running balances. */
  readonly plain?: boolean;
}

/**
 * Money as the player reads it: 128450 AUD is "$1,284.50" in English, "1 284,50 $" in French.
 * Exact for any size: the cents never pass through a float.
 */
export function formatMoney(
  cents: bigint | number,
  currency: string,
  ...[language, options = {}]: [language: Language, options?: MoneyOptions]
): string {
  const isWhole = options.decimals === "whole" && BigInt(cents) % 100n === 0n;
  const format = moneyFormat(language, currency, {
    sign: options.sign ?? "auto",
    plain: options.plain ?? false,
    digits: isWhole ? 0 : 2,
  });
  return withTrueMinus(format.format(decimalOfCents(cents)));
}

interface Shape {
  readonly sign: "auto" | "always" | "never";
  readonly plain: boolean;
  readonly digits: number;
}

const SIGN_DISPLAY = { auto: "negative", always: "exceptZero", never: "never" } as const;

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(language: Language, currency: string, shape: Shape): Intl.NumberFormat {
  const key = `${language} ${currency} ${shape.sign} ${shape.plain} ${shape.digits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const fresh = new Intl.NumberFormat(language, {
    ...(shape.plain ? {} : { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: shape.digits,
    maximumFractionDigits: shape.digits,
    signDisplay: SIGN_DISPLAY[shape.sign],
    useGrouping: "always",
  });
  formats.set(key, fresh);
  return fresh;
}

const twoPlaces = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: "always",
    }),
);

const oddsPlaces = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 3,
      useGrouping: "always",
    }),
);

/** A dividend per 1.00 staked, stake included: 400 is "4.00". */
export function formatDividend(cents: bigint | number, language: Language = "en"): string {
  return twoPlaces(language).format(decimalOfCents(cents));
}

/** Fixed odds from thousandths: 1850 is "1.85", 1855 is "1.855". */
export function formatOdds(oddsMilli: number, language: Language = "en"): string {
  return oddsPlaces(language).format(oddsMilli / 1000);
}
