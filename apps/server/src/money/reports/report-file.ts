import { Readable } from "node:stream";
import type { ReportCell, ReportColumnKind } from "@club/contract";
import { Refusal } from "@club/domain";
import { createT, formatDayRange, formatMoney } from "@club/i18n";
import type { Language, Translate } from "@club/i18n";
import { loadConsoleMessages } from "@club/i18n/console";
import type { ConsoleMessages } from "@club/i18n/console";
import type { AppContext } from "../../core/context.ts";
import { csvFile } from "../../core/tables/csv-file.ts";
import type { FileCell, FileRow } from "../../core/tables/csv-file.ts";
import { FILE_TYPES } from "../statements/export-statement.ts";
import { makePdf } from "../../core/tables/make-pdf.ts";
import { xlsxFile } from "../../core/tables/xlsx-file.ts";
import { runReport } from "./run-report.ts";
import type { ReportOrder, ReportTable } from "./run-report.ts";

type T = Translate<ConsoleMessages>;
type Format = "csv" | "xlsx" | "pdf";

export interface ReportFileOrder extends ReportOrder {
  readonly format: Format;
  readonly language: Language;
}

const MOST_ROWS: Readonly<Record<Format, number>> = { csv: 200_000, xlsx: 100_000, pdf: 5000 };
/** Signs of a column in a sheet, and its share of the paper's width. */
const WIDTHS: Readonly<Record<ReportColumnKind, number>> = {
  text: 24,
  code: 18,
  day: 11,
  instant: 20,
  count: 9,
  money: 15,
  rate: 9,
  ratio: 10,
};
const [PAPER, MARGIN, GAP] = [841.89, 40, 4];

/**
 * A report as a file, by the query that the screen reads with, in the operator's language and club
 * time: as CSV and XLSX with numbers that are numbers, as PDF with numbered pages.
 *
 * @throws report.range, export.too_long with the most rows of the format
 */
export async function reportFile(
  ctx: AppContext,
  order: ReportFileOrder,
): Promise<{ name: string; type: string; body: Readable | Buffer }> {
  const most = MOST_ROWS[order.format];
  const table = await runReport(ctx, order, most);
  if (table.data.is_cut) throw new Refusal("export.too_long", { field: "from", most });
  const t = createT<ConsoleMessages>(order.language, await loadConsoleMessages(order.language));
  const words: Words = { t, language: order.language, zone: ctx.settings.timeZone };
  const { report, from, to } = order;
  const days = from === to ? from : `${from}_${to}`;
  return {
    name: `${report.replaceAll("_", "-")}-${days}.${order.format}`,
    type: FILE_TYPES[order.format],
    body: await bodyOf(ctx, { order, table, words }),
  };
}

interface Words {
  readonly t: T;
  readonly language: Language;
  readonly zone: string;
}

interface Parts {
  readonly order: ReportFileOrder;
  readonly table: ReportTable;
  readonly words: Words;
}

async function bodyOf(ctx: AppContext, parts: Parts): Promise<Readable | Buffer> {
  const { order, table, words } = parts;
  const { columns } = table.data;
  const head = columns.map(({ id }) => headOf(words.t, id));
  if (order.format === "pdf") return await setPdf(ctx, parts, head);
  const rows = table.rows.map((row) => row.map((cell, at) => fileCell(words, columns[at], cell)));
  if (order.format === "csv") return Readable.from(csvFile(head, onePage(rows)));
  const widths = columns.map(({ kind }) => WIDTHS[kind]);
  const title = words.t(`report.${order.report}`);
  return Readable.from(xlsxFile({ title, head, widths }, onePage(rows)));
}

async function* onePage(rows: readonly FileRow[]): AsyncGenerator<readonly FileRow[]> {
  yield await Promise.resolve(rows);
}

function headOf(t: T, id: string): string {
  return t.find(`reportColumn.${id}`) ?? id;
}

type Column = ReportTable["data"]["columns"][number];

/** In a file of numbers money is cents of a number, rates and dividends have their point. */
function fileCell(words: Words, column: Column | undefined, cell: ReportCell): FileCell {
  if (cell === null || column === undefined) return null;
  if (typeof cell === "string") return shownText(words, column, cell);
  const isAmount = column.kind === "money" || column.kind === "ratio" || column.kind === "rate";
  return isAmount ? BigInt(cell) : cell;
}

function shownText({ t, zone }: Words, column: Column, cell: string): string {
  if (column.kind === "code") return t.find(`${column.words ?? ""}.${cell}`) ?? cell;
  return column.kind === "instant" ? clockText(zone, cell) : cell;
}

/** "2026-11-20 14:32:11", whatever the language. */
function clockText(zone: string, instant: string): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(new Date(instant));
}

async function setPdf(ctx: AppContext, parts: Parts, head: readonly string[]): Promise<Buffer> {
  const { order, table, words } = parts;
  const { t, language } = words;
  const { columns, totals, currency } = table.data;
  const money = (cents: number): string => formatMoney(cents, currency, language, { plain: true });
  const shown = (row: readonly ReportCell[]): string[] =>
    row.map((cell, at) => paperCell(words, columns[at], { cell, money }));
  return await makePdf({
    title: t(`report.${order.report}`),
    club: ctx.settings.clubName,
    lines: [
      formatDayRange(order.from, order.to, language),
      t("reports.inClubTime", { zone: words.zone, currency }),
      t("reports.madeAt", { at: clockText(words.zone, table.data.made_at) }),
    ],
    sums: totals.flatMap((total, at) =>
      total === null
        ? []
        : [[head[at] ?? "", columns[at]?.kind === "money" ? money(total) : String(total)] as const],
    ),
    head,
    columns: layoutOf(columns),
    isWide: true,
    rows: table.rows.map(shown),
    page: t("reports.page", { n: "{n}", of: "{of}" }),
  });
}

function paperCell(
  words: Words,
  column: Column | undefined,
  { cell, money }: { cell: ReportCell; money: (cents: number) => string },
): string {
  if (cell === null || column === undefined) return "";
  if (typeof cell === "string") return shownText(words, column, cell);
  return column.kind === "count" ? String(cell) : money(cell);
}

/** Columns side by side over the whole width, wide ones wider. */
function layoutOf(columns: readonly Column[]): { x: number; width: number; isRight?: boolean }[] {
  const signs = columns.reduce((sum, { kind }) => sum + WIDTHS[kind], 0);
  const perSign = (PAPER - 2 * MARGIN) / signs;
  let x = MARGIN;
  return columns.map(({ kind }) => {
    const width = WIDTHS[kind] * perSign;
    const place = { x, width: width - GAP, isRight: isFigure(kind) };
    x += width;
    return place;
  });
}

function isFigure(kind: ReportColumnKind): boolean {
  return kind === "money" || kind === "count" || kind === "rate" || kind === "ratio";
}
