import { expect, test } from "vitest";
import { numberCell, textCell } from "./csv-file.ts";

// Promise S22.
const cells: [string, string][] = [
  ["plain", "plain"],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ["+61 400", "'+61 400"],
  ["-1+2", "'-1+2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["賽馬會", "賽馬會"],
  ["", ""],
];
test.each(cells)("%j becomes %j", (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test("an amount is a number, also below zero", () => {
  expect([numberCell(-5n), numberCell(0n), numberCell(128_450n)]).toEqual([
    "-0.05",
    "0.00",
    "1284.50",
  ]);
});
