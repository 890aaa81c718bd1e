import { MOST_REPORT_ROWS } from "@club/contract";
import type { DataOf, getReport, ReportCell, ReportId } from "@club/contract";
import { addDays, numberOfDay, Refusal, startOfDay } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Reader } from "../../core/db/replica.ts";
import { REPORT_DEFINITIONS } from "./report-definitions.ts";
import type { Report } from "./report-parts.ts";

export interface ReportOrder {
  /** Where it is read. */
  readonly reader: Reader;
  readonly report: ReportId;
  readonly from: string;
  readonly to: string;
}

/** A row of a report: its cells by the ids of the columns. */
export type ReportRow = Readonly<Record<string, ReportCell>>;

export interface ReportTable {
  readonly data: DataOf<typeof getReport>;
  readonly rows: readonly ReportRow[];
}

const MOST_DAYS = 366;

/**
 * A report of some days as a table, from one moment of the books. Reads one row more than asked
 * for, to tell whether there are more.
 *
 * @throws report.range
 */
export async function runReport(
  ctx: AppContext,
  order: ReportOrder,
  most = MOST_REPORT_ROWS,
): Promise<ReportTable> {
  const { report, from, to } = order;
  const days = numberOfDay(to) - numberOfDay(from);
  if (days < 0 || days >= MOST_DAYS) throw new Refusal("report.range", { field: "to" });
  const definition = REPORT_DEFINITIONS[report];
  const { now, found } = await order.reader.snapshot(async (tx) => {
    const moment = await tx.query<{ now: Date }>("SELECT club_now_ms() AS now");
    const { rows } = await tx.query<Record<string, unknown>>(definition.sql, [
      ...spanOf(definition, order, ctx.settings.timeZone),
      most + 1,
    ]);
    return { now: moment.rows[0]?.now ?? new Date(0), found: rows };
  });
  const rows = found.slice(0, most).map((row) => cellsOf(definition, row));
  return {
    data: {
      report,
      from,
      to,
      made_at: now.toISOString(),
      currency: ctx.settings.currency,
      columns: definition.columns.map(({ id, kind, words }) => ({
        id,
        kind,
        words: words ?? null,
      })),
      totals: definition.columns.map(({ id, isSummed }) =>
        isSummed === true ? totalOf(rows, id) : null,
      ),
      rows: rows.length,
      is_cut: found.length > most,
    },
    rows,
  };
}

/** The whole span, including the last day. */
function spanOf(definition: Report, { from, to }: ReportOrder, zone: string): (string | Date)[] {
  if (definition.span === "days") return [from, to];
  return [new Date(startOfDay(from, zone)), new Date(startOfDay(addDays(to, 1), zone))];
}

function cellsOf({ columns }: Report, row: Record<string, unknown>): ReportRow {
  return Object.fromEntries(columns.map(({ id }) => [id, cellOf(row[id])]));
}

function cellOf(value: unknown): ReportCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : String(value as string);
}

function totalOf(rows: readonly ReportRow[], id: string): number {
  return rows.reduce((sum, { [id]: cell }) => (typeof cell === "number" ? sum + cell : sum), 0);
}
