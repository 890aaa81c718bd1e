const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export type Cell = string | number | bigint | boolean | null | undefined;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an
 * apostrophe in front (promise S22); what looks like a number stays one.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: Cell): string {
  const text = value === null || value === undefined ? "" : String(value);
  const isFormula = STARTS_A_FORMULA.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
