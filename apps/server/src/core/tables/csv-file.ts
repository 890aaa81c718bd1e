import { assert, formatCents } from "@club/domain";

/** What stands in a cell of a file: a text, an amount in cents, a plain number, nothing. */
export type FileCell = string | bigint | number | null;
export type FileRow = readonly FileCell[];

const BOM = "\uFEFF";
const RUNS = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
const NUMBER = /^-?\d+\.\d{2}$/;

/** A table as CSV (RFC 4180, with the mark by which spreadsheets know UTF-8), page by page. */
export async function* csvFile(
  head: readonly string[],
  pages: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<string> {
  yield BOM + lineOf(head.map(textCell));
  for await (const rows of pages) yield rows.map(rowOf).join("");
}

function rowOf(row: FileRow): string {
  return lineOf(row.map(cellOf));
}

function cellOf(cell: FileCell): string {
  if (typeof cell === "bigint") return numberCell(cell);
  return typeof cell === "number" ? String(cell) : textCell(cell ?? "");
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front (promise S22). */
export function inert(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** A text as a cell: inert, and in quotes where a separator stands in it. */
export function textCell(text: string): string {
  const safe = inert(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount in major units with a point, whatever the language: a number or nothing at all. */
export function numberCell(cents: bigint): string {
  const text = formatCents(cents);
  assert(NUMBER.test(text), "an amount is a number");
  return text;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
