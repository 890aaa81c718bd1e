import { Readable } from "node:stream";
import type { ReportColumn, ReportColumnKind, ReportWords, StatementFormat } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { AnyTranslate } from "@club/i18n";
import { csvFile } from "./csv-file.ts";
import type { FileCell, FileRow } from "./csv-file.ts";
import { makePdf } from "./make-pdf.ts";
import type { PdfTable } from "./make-pdf.ts";
import { xlsxFile } from "./xlsx-file.ts";

/** The language, time zone and currency that a table is written in. */
export interface TableWords extends ReportWords {
  readonly t: AnyTranslate;
  readonly currency: string;
}

export interface Table<Row> {
  /** The file's name, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly words: TableWords;
  /** Prefix of the texts above the columns: "export" for "export.day". */
  readonly heads: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
  /** What a PDF says beside the rows, once they are read. */
  readonly paper: (rows: readonly Row[]) => Promise<PaperFacts> | PaperFacts;
}

export type PaperFacts = Pick<
  PdfTable,
  "club" | "ground" | "logo" | "lines" | "sums" | "page" | "isWide"
>;

export interface TableFile {
  readonly name: string;
  readonly type: string;
  readonly body: Readable | Buffer;
}

const FILE_TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};
const SIGNS: Readonly<Record<ReportColumnKind, number>> = {
  text: 24,
  code: 18,
  day: 11,
  instant: 20,
  count: 9,
  money: 15,
  rate: 9,
  ratio: 10,
};
/** Figures with two decimals: amounts, rates and dividends keep their point in a numeric file. */
const DECIMAL: ReadonlySet<ReportColumnKind> = new Set(["money", "rate", "ratio"]);

/**
 * A table as a file. CSV and XLSX are sent while the rows are read; numbers in them are numbers.
 */
export async function tableFile<Row>(
  format: StatementFormat,
  table: Table<Row>,
): Promise<TableFile> {
  return {
    name: `${table.name}.${format}`,
    type: FILE_TYPES[format],
    body: await bodyOf(format, table),
  };
}

async function bodyOf<Row>(format: StatementFormat, table: Table<Row>): Promise<Readable | Buffer> {
  const { columns, title, words } = table;
  const head = columns.map(({ id }) => words.t.find(`${table.heads}.${id}`) ?? id);
  if (format === "pdf") return await makePdf(await paperOf(table, head));
  if (format === "csv") return Readable.from(csvFile(head, filePages(table)));
  const widths = columns.map(({ kind, signs }) => signs ?? SIGNS[kind]);
  return Readable.from(xlsxFile({ title, head, widths }, filePages(table)));
}

async function* filePages<Row>({ pages, columns, words }: Table<Row>): AsyncGenerator<FileRow[]> {
  for await (const rows of pages) {
    yield rows.map((row) => columns.map((column) => cellOf(column, row, words)));
  }
}

function cellOf<Row>(column: ReportColumn<Row>, row: Row, words: TableWords): FileCell {
  const value = column.value(row, words);
  if (value === null) return null;
  if (DECIMAL.has(column.kind)) return BigInt(value as number | bigint);
  if (column.kind === "instant") return words.clock(value as Date | string);
  if (column.kind === "code") {
    return words.t.find(`${column.words ?? ""}.${String(value)}`) ?? String(value);
  }
  return typeof value === "number" ? value : String(value);
}

async function paperOf<Row>(table: Table<Row>, head: readonly string[]): Promise<PdfTable> {
  const { words, title } = table;
  const rows: Row[] = [];
  for await (const page of table.pages) rows.push(...page);
  const columns = table.columns.filter(({ paper }) => paper !== 0);
  const shown = (row: Row): string[] =>
    columns.map((column) => {
      const cell = cellOf(column, row, words);
      return typeof cell === "bigint" ? plainMoney(words, cell) : String(cell ?? "");
    });
  return {
    ...(await table.paper(rows)),
    title,
    head: head.filter((_, at) => table.columns[at]?.paper !== 0),
    columns: columns.map(({ kind, signs, paper }) => ({
      share: paper ?? signs ?? SIGNS[kind],
      isRight: DECIMAL.has(kind) || kind === "count",
    })),
    rows: rows.map(shown),
  };
}

/** An amount as paper shows it: with its language's signs and no currency. */
export function plainMoney({ t, currency }: TableWords, cents: bigint | number): string {
  return formatMoney(cents, currency, t.language, { plain: true });
}

/** Formats instants in a time zone; repeating the same instant costs nothing. */
export function clockOf(zone: string): TableWords["clock"] {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  let last: { at: Date | string; text: string } | undefined;
  return (at) => {
    if (last?.at !== at) last = { at, text: format.format(new Date(at)) };
    return last.text;
  };
}
