import fc from "fast-check";
import { expect, test } from "vitest";
import type { Language } from "../language.ts";
import { formatMoney } from "./money.ts";
import { readAmount } from "./read-amount.ts";

test.each<[string, Language, bigint | null]>([
  ["10", "en", 1000n],
  ["10.5", "en", 1050n],
  ["10,5", "es", 1050n],
  ["10,5", "en", 1050n],
  ["1,284.50", "en", 128450n],
  ["1.284,50", "es", 128450n],
  ["1.284,50", "en", 128450n],
  ["1 284,50", "fr", 128450n],
  ["1\u202f284,50 €", "fr", 128450n],
  ["1,284", "en", 128400n],
  ["1.284", "es", 128400n],
  ["$1,284.50", "en", 128450n],
  ["A$ 20", "en", 2000n],
  ["AUD 20.00", "en", 2000n],
  ["20.00 AUD", "en", 2000n],
  ["٢٥", "en", 2500n],
  ["۱۲٫۵", "en", 1250n],
  ["１２．５", "zh-Hant", 1250n],
  ["１２", "zh-Hant", 1200n],
  ["007", "en", 700n],
  ["0", "en", 0n],
  ["9999999.99", "en", 999999999n],
  // No amounts.
  ["", "en", null],
  ["   ", "en", null],
  ["-5", "en", null],
  ["−5", "en", null],
  ["1.005", "en", null],
  ["1,005", "es", null],
  ["0.001", "en", null],
  ["1e9", "en", null],
  ["1000000000", "en", null],
  ["ten", "en", null],
  ["10 or 20", "en", null],
  ["1,28,450", "en", null],
  ["1,284,50", "en", null],
  ["1.284.50", "en", null],
  ["0x10", "en", null],
  ["Infinity", "en", null],
  ["$", "en", null],
])("%j in %s is %s", (text, language, cents) => {
  expect(readAmount(text, language)).toBe(cents);
});

test("what the club writes it reads, in every language", () => {
  const languages = fc.constantFrom<Language>("en", "es", "fr", "zh-Hans", "zh-Hant");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), languages, (cents, language) => {
      const text = formatMoney(cents, "AUD", language);
      expect([text, readAmount(text, language)]).toEqual([text, BigInt(cents)]);
    }),
  );
});
