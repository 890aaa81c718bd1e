import { sportName } from "@club/i18n";
import type { ReportGroup, ReportLine } from "../../api/sport-report.ts";
import type { T } from "../../core/lang.ts";

type Figures = Pick<
  ReportLine,
  "stakes_cents" | "open_cents" | "refund_cents" | "book_result_cents"
>;

/** The book's result as a share of settled stakes that were not refunded; null without any. */
export function marginOf(figures: Figures): number | null {
  const settled = figures.stakes_cents - figures.open_cents - figures.refund_cents;
  return settled > 0 ? figures.book_result_cents / settled : null;
}

/** The length of each bar: −1 to 1, relative to the largest result in either direction. */
export function sharesOf(lines: readonly ReportLine[]): ReadonlyMap<string, number> {
  const largest = Math.max(1, ...lines.map((line) => Math.abs(line.book_result_cents)));
  return new Map(lines.map((line) => [line.key, line.book_result_cents / largest]));
}

/** A report first shows the last four weeks. */
export const FIRST_DAYS = 27;

/** A group in the operator's language; names of competitions and people stay as they are. */
export function groupName(t: T, by: ReportGroup, line: ReportLine): string {
  if (by === "player") return line.name;
  if (by === "kind") return t.find(`sport.kind.${line.key}`) ?? line.name;
  if (line.key === "multiple") return t("sportReport.several");
  if (by === "sport") return sportName(t, line.key);
  return by === "market" ? (t.find(`sport.market.${line.key}`) ?? line.name) : line.name;
}
