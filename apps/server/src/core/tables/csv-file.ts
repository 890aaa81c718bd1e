import { BOM, textCell } from "@club/contract/csv";
import { assert, formatCents } from "@club/domain";

export { BOM, inert, textCell } from "@club/contract/csv";

/** What stands in a cell of a file: a text, an amount in cents, a plain number, nothing. */
export type FileCell = string | bigint | number | null;
export type FileRow = readonly FileCell[];

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

/** An amount in major units with a point, whatever the language. */
export function numberCell(cents: bigint): string {
  const text = formatCents(cents);
  assert(NUMBER.test(text), "an amount is a number");
  return text;
}
