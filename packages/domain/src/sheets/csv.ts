/** What parts the cells of a line. */
export type CsvSeparator = "," | ";" | "\t";

export interface CsvRow {
  readonly cells: readonly string[];
  /** The line in which it begins, counted as an editor counts lines. */
  readonly at: number;
}

/** The separator of a text's first line: a comma, unless a semicolon or a tab comes first. */
export function separatorOf(text: string): CsvSeparator {
  const first = /[,;\t\n]/.exec(text)?.[0];
  return first === ";" || first === "\t" ? first : ",";
}

/**
 * The rows of a sheet that say something: RFC 4180 with the separator of its first line, or the one
 * given. Empty lines are passed over. Null where a quote is not closed. Source: docs/rules/cards.md,
 * "Ways in".
 */
export function parseCsv(text: string, separator = separatorOf(text)): CsvRow[] | null {
  const rows = csvRows(text, separator);
  return rows?.filter(({ cells }) => cells.some((each) => each.trim() !== "")) ?? null;
}

/**
 * Every row of a sheet, the empty ones too: in a column that was copied they are cells. Quotes
 * inside quotes double; a quote within an unquoted cell is a character. Null where one is not closed.
 */
export function csvRows(text: string, separator: CsvSeparator): CsvRow[] | null {
  const cell = new RegExp(
    `("(?:[^"]|"")*"|(?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    "y",
  );
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) return null;
    const [whole, value = "", end] = found;
    cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    line += whole.split("\n").length - 1;
    if (end === separator && cell.lastIndex < text.length) continue;
    rows.push({ cells, at: begun });
    cells = [];
    begun = line;
  }
  return rows;
}

/**
 * Rows as a text that `parseCsv` reads back: each on a line of its own, a cell in quotes where it
 * holds what would end it.
 */
export function writeCsv(
  rows: readonly (readonly string[])[],
  separator: CsvSeparator = ",",
): string {
  return rows.map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join("");
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
