import { csvOfTexts } from "@club/contract/csv";
import type { Language } from "@club/i18n";
import { expect, test } from "vitest";
import { plainNumber } from "./table-csv.ts";

const FIGURES: readonly [text: string, language: Language, plain: string][] = [
  ["1,284.50", "en", "1284.50"],
  ["$1,284.50", "en", "1284.50"],
  ["+5.00", "en", "5.00"],
  ["−3.20", "en", "-3.20"],
  ["-3.20", "en", "-3.20"],
  ["1.284,50", "es", "1284.50"],
  ["1 284,50 €", "fr", "1284.50"],
  ["1.284", "es", "1284"],
  ["1.284", "en", "1.284"],
  ["12", "zh-Hant", "12"],
  ["–", "en", "–"],
  ["26.11.2026", "es", "26.11.2026"],
  ["14:02", "en", "14:02"],
  ["3 min", "en", "3 min"],
  ["=1+1", "en", "=1+1"],
  ["1,28", "en", "1,28"],
];
test.each(FIGURES)("%s in %s is %s in a file", (text, language, plain) => {
  expect(plainNumber(text, language)).toBe(plain);
});

test("a file of texts never holds a formula", () => {
  const file = csvOfTexts([
    ["Name", "Cash"],
    ['=HYPERLINK("x")', "-3.20"],
    ["a,b", "+61"],
  ]);
  expect(file).toBe(`\uFEFFName,Cash\r\n"'=HYPERLINK(""x"")",-3.20\r\n"a,b",'+61\r\n`);
});
