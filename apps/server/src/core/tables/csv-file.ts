import { assert, formatCents } from "@club/domain";

/** What stands in a cell of a file: a text, an amount in cents, a plain number, nothing. */
export type FileCell = string | bigint | number | null;
export type FileRow = readonly FileCell[];

/** The mark by which spreadsheets know UTF-8. */
export const BOM = "\uFEFF";
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A table as CSV, page by page. */
export async function* csvFile(
  head: readonly string[],
  pages: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<string> {
  yield BOM + csvLine(head);
  for await (const rows of pages) yield rows.map(csvLine).join("");
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(row: FileRow): string {
  return `${row.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: FileCell): string {
  if (typeof cell === "bigint") return numberCell(cell);
  return typeof cell === "number" ? String(cell) : textCell(cell ?? "");
}

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

/** An amount in major units with a point, whatever the language. */
export function numberCell(cents: bigint): string {
  const text = formatCents(cents);
  assert(NUMBER.test(text), "an amount is a number");
  return text;
}
