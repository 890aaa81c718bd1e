import { isDay } from "../calendar/day.ts";
import type { Cents } from "../money/cents.ts";

/** One movement on the club's account at its bank, as the bank reports it. */
export interface BankLine {
  /** The day on which the bank booked it. */
  readonly day: string;
  /** Above zero for money in. */
  readonly amountCents: Cents;
  readonly reference: string;
  /** Who sent or received it. */
  readonly name: string;
  readonly details: string;
  /** The bank's own id for it; empty where it gives none. */
  readonly bankId: string;
}

export interface BankStatement {
  readonly lines: readonly BankLine[];
  /** The balance at the end of the last day; null where the file does not say. */
  readonly closingCents: Cents | null;
  readonly closingDay: string | null;
}

/** What is wrong with a file, in `params.rule` of `bank.file_invalid`. */
export type BankFileRule =
  | "empty"
  | "format"
  | "columns"
  | "date"
  | "amount"
  | "too_many"
  | "currency";

/** Where it is wrong: a line of the file, counted from one. */
export interface BankFileFault {
  readonly rule: BankFileRule;
  readonly line: number;
}

export const MOST_BANK_LINES = 20_000;
const MOST_TEXT = 300;
/** No amount is longer; without the limit a long cell of spaces could stall a pattern. */
const MOST_AMOUNT = 40;
const DECIMAL = /^(\d{1,11})(?:\.(\d{1,2}))?$/;

/** A bank's text on one line, without control characters, cut to a length that anybody reads. */
export function bankWords(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zs}]+/gu, " ")
    .trim()
    .slice(0, MOST_TEXT);
}

/** Cents of "1,284.50", "1284,5", "-12", "(12.00)", "+3.00 DR"; null for anything else. */
export function bankAmount(text: string, decimal: "." | ","): Cents | null {
  const group = decimal === "." ? /[,' \u00A0\u202F]/g : /[.' \u00A0\u202F]/g;
  const plain = text.trim().replace(/^[$€£]/, "");
  if (plain.length > MOST_AMOUNT) return null;
  const isNegative = /^-|^\(.*\)$|DR$|-$/i.test(plain);
  const digits = plain
    .replace(/^[-+(]/, "")
    .replace(/\)$|-$/, "")
    .replace(/\s*[CD]R$/i, "")
    .replace(/^[$€£]/, "")
    .replace(group, "")
    .replace(decimal, ".");
  const match = DECIMAL.exec(digits);
  if (match === null) return null;
  const cents = BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
  return isNegative ? -cents : cents;
}

export const BANK_DATE_FORMATS = [
  "YYYY-MM-DD",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "YYYYMMDD",
] as const;
export type BankDateFormat = (typeof BANK_DATE_FORMATS)[number];

const DATES: Readonly<Record<BankDateFormat, RegExp>> = {
  "YYYY-MM-DD": /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})/,
  "DD/MM/YYYY": /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4}|\d{2})$/,
  "MM/DD/YYYY": /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4}|\d{2})$/,
  "DD.MM.YYYY": /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4}|\d{2})$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
};

/** A day as "2026-11-20", or null. */
export function bankDay(text: string, format: BankDateFormat): string | null {
  const parts = DATES[format].exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const year = (parts["y"] ?? "").padStart(4, "20");
  const day = `${year}-${(parts["m"] ?? "").padStart(2, "0")}-${(parts["d"] ?? "").padStart(2, "0")}`;
  return isDay(day) ? day : null;
}
