import { readLetterhead } from "../../desk/club-settings/club-groups.ts";
import { defineReport } from "@club/contract";
import type { StatementFormat } from "@club/contract";
import { Refusal } from "@club/domain";
import { createT, formatDayRange } from "@club/i18n";
import type { Language } from "@club/i18n";
import { loadConsoleMessages } from "@club/i18n/console";
import type { ConsoleMessages } from "@club/i18n/console";
import type { AppContext } from "../../core/context.ts";
import { clockOf, plainMoney, tableFile } from "../../core/tables/table-file.ts";
import type { TableFile } from "../../core/tables/table-file.ts";
import { REPORT_DEFINITIONS } from "./report-definitions.ts";
import { runReport } from "./run-report.ts";
import type { ReportOrder, ReportRow } from "./run-report.ts";

export interface ReportFileOrder extends ReportOrder {
  readonly format: StatementFormat;
  readonly language: Language;
}

const MOST_ROWS: Readonly<Record<StatementFormat, number>> = {
  csv: 200_000,
  xlsx: 100_000,
  pdf: 5000,
};

/**
 * A report as a file, by the query that the screen uses, in the operator's language and club time:
 * CSV and XLSX with real numbers, PDF with numbered pages.
 *
 * @throws report.range, export.too_long with the most rows of the format
 */
export async function reportFile(ctx: AppContext, order: ReportFileOrder): Promise<TableFile> {
  const { report, from, to, format, language } = order;
  const most = MOST_ROWS[format];
  const { data, rows } = await runReport(ctx, order, most);
  if (data.is_cut) throw new Refusal("export.too_long", { field: "from", most });
  const t = createT<ConsoleMessages>(language, await loadConsoleMessages(language));
  const letterhead = await readLetterhead(ctx, ctx.db.browsing);
  const zone = ctx.settings.timeZone;
  const { currency } = data;
  const words = { t, currency, clock: clockOf(zone) };
  return await tableFile(format, {
    name: `${report.replaceAll("_", "-")}-${from === to ? from : `${from}_${to}`}`,
    title: t(`report.${report}`),
    words,
    heads: "reportColumn",
    columns: defineReport<ReportRow>(REPORT_DEFINITIONS[report]).columns,
    pages: onePage(rows),
    paper: () => ({
      ...letterhead,
      lines: [
        formatDayRange(from, to, language),
        t("reports.inClubTime", { zone, currency }),
        t("reports.madeAt", { at: words.clock(data.made_at) }),
      ],
      sums: data.columns.flatMap(({ id, kind }, at) => {
        const total = data.totals[at] ?? null;
        if (total === null) return [];
        const text = kind === "money" ? plainMoney(words, total) : String(total);
        return [[t.find(`reportColumn.${id}`) ?? id, text] as const];
      }),
      isWide: true,
      page: t("reports.page", { n: "{n}", of: "{of}" }),
    }),
  });
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}
