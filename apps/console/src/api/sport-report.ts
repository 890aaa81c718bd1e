import type { ListItemOf, QueryOf, sportsReport } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { download } from "./client.ts";
import { useWhole, type Whole } from "./read.ts";
import { SPORT_KEY } from "./sport-news.ts";

export type ReportQuery = QueryOf<typeof sportsReport>;
export type ReportGroup = ReportQuery["by"];
export type ReportLine = ListItemOf<typeof sportsReport>;

export type SportReport = Whole<typeof sportsReport>;

/** What the book took, paid and kept between two days; not fetched while they are out of order. */
export const useSportReport = (asked: ReportQuery) =>
  useWhole([SPORT_KEY, "report", asked], "/api/operator/sports/report", asked, {
    placeholderData: keepPreviousData,
    enabled: asked.from <= asked.to,
  });

/** Saves the report with every group on this device. */
export async function saveReport({ from, to, by }: ReportQuery): Promise<void> {
  const query = new URLSearchParams({ from, to, by });
  await download(`/api/operator/sports/report/file?${query}`, `sports-${by}-${from}-${to}.csv`);
}
