import type { ReportColumnKind } from "@club/contract";

export interface ReportColumn {
  readonly id: string;
  readonly kind: ReportColumnKind;
  /** The prefix of its codes' texts: "pool" for "pool.WIN". */
  readonly words?: string;
  /** Its total stands under the table. */
  readonly isSummed?: boolean;
}

/** One report: its columns, and the one query that reads its rows for a span of days. */
export interface Report {
  readonly columns: readonly ReportColumn[];
  /** Venue days, or instants from the first day's midnight to that after the last, in club time. */
  readonly span: "days" | "instants";
  /** Parameters: the start, the end, the most rows. */
  readonly sql: string;
}

export const text = (id: string): ReportColumn => ({ id, kind: "text" });
export const code = (id: string, words: string): ReportColumn => ({ id, kind: "code", words });
export const money = (id: string): ReportColumn => ({ id, kind: "money", isSummed: true });
export const count = (id: string): ReportColumn => ({ id, kind: "count", isSummed: true });
export const at = (id: string): ReportColumn => ({ id, kind: "instant" });
export const RACE: readonly ReportColumn[] = [
  { id: "day", kind: "day" },
  text("meeting"),
  text("race"),
];
export const POOL = code("pool", "pool");

/** Races of the days by venue; a double is listed with its second leg. */
export const RACES = `
  FROM meeting m JOIN race r ON r.meeting_id = m.id`;
export const OF_DAYS = `WHERE m.date BETWEEN $1::date AND $2::date`;
