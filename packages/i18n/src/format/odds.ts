import type { Language } from "../language.ts";
import { formatOdds } from "./money.ts";
import { perLanguage, withTrueMinus } from "./number.ts";

/** How a player reads fixed odds; a setting of the device. */
export const ODDS_FORMATS = ["decimal", "fractional", "american", "hong_kong"] as const;
export type OddsFormat = (typeof ODDS_FORMATS)[number];

export function isOddsFormat(value: unknown): value is OddsFormat {
  return ODDS_FORMATS.some((format) => format === value);
}

const UNIT_MILLI = 1000;
const EVENS_MILLI = 2000;
const AMERICAN_STEP = 100;
const MOST_PLACES = 6;

/**
 * Fixed odds from thousandths in one of the four ways: 1850 is 1.85, 17/20, −117.6 or 0.85. Each is
 * exact: `readOdds` gives the same thousandths back, so no format promises another price.
 */
export function formatOddsAs(oddsMilli: number, format: OddsFormat, language: Language): string {
  switch (format) {
    case "decimal":
      return formatOdds(oddsMilli, language);
    case "hong_kong":
      return formatOdds(oddsMilli - UNIT_MILLI, language);
    case "fractional":
      return fraction(oddsMilli - UNIT_MILLI);
    case "american":
      return american(oddsMilli, language);
  }
}

/** A price in one of the four ways as thousandths; undefined where it is no price. */
export function readOdds(text: string, format: OddsFormat): number | undefined {
  const milli = Math.round(milliOf(text, format));
  return Number.isSafeInteger(milli) && milli > UNIT_MILLI ? milli : undefined;
}

function milliOf(text: string, format: OddsFormat): number {
  if (format === "fractional") {
    const [over, under = 1] = text.split("/").map(numberOf);
    return UNIT_MILLI + (UNIT_MILLI * (over ?? NaN)) / under;
  }
  const value = numberOf(text);
  if (format === "decimal") return value * UNIT_MILLI;
  if (format === "hong_kong") return (value + 1) * UNIT_MILLI;
  return value < 0 ? UNIT_MILLI + milliOfFavourite(-value) : UNIT_MILLI + value * 10;
}

/** What a stake of 1 wins where `amount` has to be staked to win a hundred. */
function milliOfFavourite(amount: number): number {
  return (AMERICAN_STEP * UNIT_MILLI) / amount;
}

/** A number as people type it, with a point or a comma for decimals. */
function numberOf(text: string): number {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/** What is won over what is staked, in lowest terms: 850 is 17/20. */
function fraction(winMilli: number): string {
  const common = divisor(winMilli, UNIT_MILLI);
  return `${winMilli / common}/${UNIT_MILLI / common}`;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/**
 * From evens up what a hundred wins, below evens what must be staked to win a hundred. The latter
 * is rarely whole: it has as many decimals as it takes to mean this price and no other.
 */
function american(oddsMilli: number, language: Language): string {
  const winMilli = oddsMilli - UNIT_MILLI;
  if (oddsMilli >= EVENS_MILLI) return `+${americanFormat(language).format(winMilli / 10)}`;
  const amount = (AMERICAN_STEP * UNIT_MILLI) / winMilli;
  for (let places = 0; places < MOST_PLACES; places += 1) {
    const rounded = Number(amount.toFixed(places));
    if (Math.round(milliOfFavourite(rounded)) !== winMilli) continue;
    return withTrueMinus(americanFormat(language).format(-rounded));
  }
  return withTrueMinus(americanFormat(language).format(-amount));
}

const americanFormat = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: MOST_PLACES, useGrouping: false }),
);
