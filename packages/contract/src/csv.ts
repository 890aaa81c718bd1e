/* How a text stands in a file for spreadsheets: those of the server and those that the console makes. */

/** The mark by which spreadsheets know UTF-8. */
export const BOM = "\uFEFF";
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front (promise S22); a
 * plain number does not.
 */
export function inert(text: string): string {
  return STARTS_A_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A text as a cell: never a formula, and in quotes where it holds a separator. */
export function textCell(text: string): string {
  const safe = inert(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of texts as one file (RFC 4180). */
export function csvOfTexts(lines: readonly (readonly string[])[]): string {
  return BOM + lines.map((line) => `${line.map(textCell).join(",")}\r\n`).join("");
}
