import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRows, parseCsv, separatorOf, writeCsv } from "./csv.ts";

test.each([
  ["a,b;c\n", ","],
  ["a;b,c\n", ";"],
  ["a\tb,c\n", "\t"],
  ["alone\na;b\n", ","],
])("the first line %j parts its cells by %j", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

test("cells in quotes hold separators, line ends and quotes; rows know their line", () => {
  expect(parseCsv('a,b\r\n"x, ""y""\nz",2\n\n3,4')).toEqual([
    { cells: ["a", "b"], at: 1 },
    { cells: ['x, "y"\nz', "2"], at: 2 },
    { cells: ["3", "4"], at: 5 },
  ]);
});

test("an empty line is a row of a copied column", () => {
  expect(csvRows("A\n\nB\n", "\t")?.map(({ cells }) => cells)).toEqual([["A"], [""], ["B"]]);
});

test("a quote that is not closed cannot be read", () => {
  expect(parseCsv('a,b\n"open,1')).toBeNull();
  expect(parseCsv('a,b\n"x"y,1')).toBeNull();
});

// What is written can be read back, whatever the cells hold.
test("law: cells of any text come back, with every separator", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('"', ",", ";", "\t", "\n", "\r", 'a"b', " lead"),
  );
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(rows, fc.constantFrom(",", ";", "\t"), (sheet, separator) => {
      const read = csvRows(writeCsv(sheet, separator), separator);
      expect(read?.map(({ cells }) => cells)).toEqual(sheet);
    }),
  );
});
