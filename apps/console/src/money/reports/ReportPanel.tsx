import type { ReportCell, ReportId } from "@club/contract";
import { formatCount, formatMoney } from "@club/i18n";
import { ConsoleButton, DataTable, type DataColumn, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { download } from "../../api/client.ts";
import { useReport, type ReportTable } from "../../api/reports.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

interface Days {
  readonly from: string;
  readonly to: string;
}
type Column = ReportTable["columns"][number];
type Row = { readonly id: string; readonly cells: readonly ReportCell[] };

const FORMATS = ["csv", "xlsx", "pdf"] as const;

/** One report: its rows, its totals, its files. */
export function ReportPanel(props: { readonly report: ReportId; readonly days: Days }): ReactNode {
  const t = useT();
  const { report, days } = props;
  const query = useReport(report, days);
  const { data } = query;
  return (
    <Panel
      title={t(`report.${report}`)}
      meta={data === undefined ? undefined : metaOf(t, data)}
      end={<Files report={report} days={days} />}
    >
      <Listing query={query} rows={10} hasOwnFile>
        {(table) => (
          <DataTable
            label={t(`report.${report}`)}
            rows={table.list.map((cells, at): Row => ({ id: String(at), cells }))}
            rowId={(row) => row.id}
            columns={table.columns.map((column, at) => columnOf(t, { table, column, at }))}
            {...(table.totals.some((total) => total !== null) &&
              table.list.length > 0 && { foot: footOf(t, table) })}
            empty={
              <PanelState state="empty" title={t("reports.none")} text={t("reports.noneText")} />
            }
          />
        )}
      </Listing>
    </Panel>
  );
}

function metaOf(t: T, data: ReportTable): string {
  const n = formatCount(data.rows, t.language);
  return t(data.is_cut ? "reports.cut" : "reports.rows", { n });
}

function Files({ report, days }: { readonly report: ReportId; readonly days: Days }): ReactNode {
  const t = useT();
  const { from, to } = days;
  const act = useAct(
    async (format: (typeof FORMATS)[number]) =>
      await download(
        `/api/operator/reports/${report}/file?from=${from}&to=${to}&format=${format}`,
        `${report.replaceAll("_", "-")}-${from}_${to}.${format}`,
      ),
    { toast: true },
  );
  return (
    <span className="report-files">
      {FORMATS.map((format) => (
        <ConsoleButton key={format} onPress={() => void act.run(format)}>
          {t(`reports.${format}`)}
        </ConsoleButton>
      ))}
    </span>
  );
}

function columnOf(
  t: T,
  of: { readonly table: ReportTable; readonly column: Column; readonly at: number },
): DataColumn<Row> {
  const { table, column, at } = of;
  return {
    id: column.id,
    label: t.find(`reportColumn.${column.id}`) ?? column.id,
    kind: kindOf(column, at),
    cell: (row) => cellText(t, { column, currency: table.currency }, row.cells[at] ?? null),
    by: (row) => row.cells[at] ?? null,
  };
}

const FIGURES: ReadonlySet<Column["kind"]> = new Set(["money", "rate", "ratio", "count"]);

function kindOf(column: Column, at: number): DataColumn<Row>["kind"] {
  if (FIGURES.has(column.kind)) return "figure";
  if (column.kind === "day" || column.kind === "instant") return "mute";
  return at === 0 ? "strong" : "text";
}

function cellText(
  t: T,
  { column, currency }: { readonly column: Column; readonly currency: string },
  cell: ReportCell,
): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") {
    if (column.kind === "code") return t.find(`${column.words ?? ""}.${cell}`) ?? cell;
    return column.kind === "instant" ? whenText(t, cell) : shortened(cell);
  }
  if (column.kind === "count") return formatCount(cell, t.language);
  return formatMoney(cell, currency, t.language, { plain: true });
}

const MOST_SIGNS = 40;

/** A hash is shown by its two ends. */
function shortened(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) || (text.length > MOST_SIGNS && !text.includes(" "))
    ? `${text.slice(0, 8)} … ${text.slice(-6)}`
    : text;
}

function footOf(t: T, table: ReportTable): Record<string, ReactNode> {
  const cells = table.columns.map((column, at) => {
    const total = table.totals[at] ?? null;
    return [
      column.id,
      total === null ? "" : cellText(t, { column, currency: table.currency }, total),
    ];
  });
  const [first] = table.columns;
  return { ...Object.fromEntries(cells), ...(first && { [first.id]: t("reports.total") }) };
}
