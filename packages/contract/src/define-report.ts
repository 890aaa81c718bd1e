import type { ReportColumnKind } from "./reports.ts";

/** The language and the time zone that a table is written in. */
export interface ReportWords {
  readonly t: {
    readonly language?: string;
    readonly find: (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined;
  };
  /** "2026-11-20 14:32:11" in club time, whatever the language. */
  readonly clock: (at: Date | string) => string;
}

export type ReportValue = string | number | bigint | Date | null;

/** A column of a report or the statement, with all that files and screens need to draw it. */
export interface ReportColumn<Row> {
  readonly id: string;
  readonly kind: ReportColumnKind;
  readonly value: (row: Row, words: ReportWords) => ReportValue;
  /** Prefix of the texts for its codes: "pool" for "pool.WIN". */
  readonly words?: string;
  /** Its total stands under the table. */
  readonly isSummed?: boolean;
  /** Width in a sheet in characters, and share of the width on paper; 0: not on paper. */
  readonly signs?: number;
  readonly paper?: number;
  /** Its place in a row of the player app, and the value there if it differs from the files. */
  readonly app?: {
    readonly place: "title" | "meta" | "figure";
    readonly value?: ReportColumn<Row>["value"];
  };
}

/** A column as an entry. Without a `value` it shows a field of the row. */
export type ColumnEntry<Row> = Omit<ReportColumn<Row>, "value"> &
  Partial<Pick<ReportColumn<Row>, "value">> & {
    /** The row's field; its id, where it has no other name. */
    readonly field?: string;
  };

/** Defines the columns of a report or the statement, with whatever else its kind needs. */
export function defineReport<Row extends object, More extends object = object>(
  report: More & { readonly columns: readonly ColumnEntry<Row>[] },
): More & { readonly columns: readonly ReportColumn<Row>[] } {
  const columns = report.columns.map((column) => {
    const field = (column.field ?? column.id) as keyof Row;
    return { value: (row: Row) => (row[field] ?? null) as ReportValue, ...column };
  });
  return { ...report, columns };
}
