import { Readable } from "node:stream";
import type { StatementFormat, StatementType } from "@club/contract";
import { Refusal } from "@club/domain";
import { formatDayRange, formatMoney } from "@club/i18n";
import type { Language } from "@club/i18n";
import type { AppContext } from "../../core/context.ts";
import { playerTexts } from "../../core/http/player-texts.ts";
import { csvFile } from "../../core/tables/csv-file.ts";
import { exportPages, filePages } from "./export-rows.ts";
import type { ExportRow, T } from "./export-rows.ts";
import { makePdf } from "../../core/tables/make-pdf.ts";
import type { PdfStatement } from "../../core/tables/make-pdf.ts";
import { countLines, findBounds, readSummary } from "./read-statement.ts";
import type { LineBounds } from "./read-statement.ts";
import { xlsxFile } from "../../core/tables/xlsx-file.ts";

export interface ExportOrder {
  readonly playerId: string;
  readonly userName: string;
  readonly fullName: string | null;
  readonly format: StatementFormat;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: StatementType | null;
  readonly language: Language;
}

export interface StatementFile {
  readonly name: string;
  readonly type: string;
  readonly body: Readable | Buffer;
}

const MOST_LINES: Readonly<Record<StatementFormat, number>> = {
  csv: 500_000,
  xlsx: 200_000,
  pdf: 5000,
};
/** Widths of the columns of the sheet, in signs. */
const SHEET = [12, 10, 16, 38, 18, 14, 14, 40];
/** Left edges of the columns on paper; the amounts stand at the right edge of theirs. */
const COLUMNS = [
  { x: 40, width: 52 },
  { x: 94, width: 42 },
  { x: 138, width: 66 },
  { x: 206, width: 166 },
  { x: 374, width: 74 },
  { x: 448, width: 50, isRight: true },
  { x: 500, width: 55, isRight: true },
] as const;
export const FILE_TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

/**
 * A player's statement as a file, by the query that the screen reads with, in the player's language
 * and club time. Long ones leave as they are read.
 *
 * @throws export.too_long with the most lines of the format
 */
export async function exportStatement(ctx: AppContext, order: ExportOrder): Promise<StatementFile> {
  const db = ctx.db.browsing;
  const { format, type } = order;
  const bounds = await findBounds(db, order.playerId, order);
  const lines = await countLines(db, bounds, type);
  if (lines > MOST_LINES[format]) {
    throw new Refusal("export.too_long", { field: "from", most: MOST_LINES[format] });
  }
  const t = await playerTexts(order.language);
  const words = { t, zone: ctx.settings.timeZone };
  const pages = exportPages(db, { bounds, type, words });
  const body = await bodyOf(ctx, { order, bounds, t, pages });
  return { name: nameOf(order), type: FILE_TYPES[format], body };
}

interface Parts {
  readonly order: ExportOrder;
  readonly bounds: LineBounds;
  readonly t: T;
  readonly pages: AsyncIterable<ExportRow[]>;
}

async function bodyOf(ctx: AppContext, parts: Parts): Promise<Readable | Buffer> {
  const { order, t, pages } = parts;
  const head = [...columnsOf(t), t("export.entry")];
  switch (order.format) {
    case "csv":
      return Readable.from(csvFile(head, filePages(pages)));
    case "xlsx":
      return Readable.from(
        xlsxFile({ title: t("route.statement"), head, widths: SHEET }, filePages(pages)),
      );
    case "pdf":
      return await makePdf(await pdfOf(ctx, parts));
  }
}

function columnsOf(t: T): string[] {
  return [
    t("export.day"),
    t("export.time"),
    t("export.type"),
    t("export.detail"),
    t("export.reference"),
    t("export.amount"),
    t("export.balance"),
  ];
}

async function pdfOf(ctx: AppContext, parts: Parts): Promise<PdfStatement> {
  const { order, bounds, t } = parts;
  const { language } = order;
  const { clubName, currency } = ctx.settings;
  const rows: ExportRow[] = [];
  for await (const page of parts.pages) rows.push(...page);
  const summary = await readSummary(ctx.db.browsing, bounds);
  const first = order.from ?? rows.at(-1)?.day;
  const last = order.to ?? rows[0]?.day;
  const money = (cents: bigint | number) => formatMoney(cents, currency, language, { plain: true });
  return {
    title: t("route.statement"),
    club: clubName,
    lines: [
      `${order.fullName ?? order.userName} · ${order.userName}`,
      first === undefined || last === undefined ? "" : formatDayRange(first, last, language),
      t("export.inClubTime", { zone: ctx.settings.timeZone, currency }),
    ],
    sums: [
      [t("statement.opened"), money(summary.opened_cents)],
      [t("statement.toppedUp"), money(summary.topped_up_cents)],
      [t("statement.withdrawn"), money(summary.withdrawn_cents)],
      [t("statement.staked"), money(summary.staked_cents)],
      [t("statement.paid"), money(summary.paid_cents)],
      [t("statement.refunded"), money(summary.refunded_cents)],
      [t("statement.other"), money(summary.other_cents)],
      [t("statement.now"), money(summary.now_cents)],
    ],
    head: columnsOf(t),
    columns: COLUMNS,
    isWide: false,
    rows: rows.map((row) => [
      row.day,
      row.time,
      row.type,
      row.detail,
      row.reference,
      money(row.amountCents),
      money(row.balanceCents),
    ]),
    page: t("export.page", { n: "{n}", of: "{of}" }),
  };
}

function nameOf({ format, from, to }: ExportOrder): string {
  const days = [from, to].filter((day) => day !== null).join("_");
  return `statement${days === "" ? "" : `-${days}`}.${format}`;
}
