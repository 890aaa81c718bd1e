import type { DataOf, ListItemOf, QueryOf, sportsReport } from "@club/contract";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { fetchFile } from "./file.ts";
import { SPORT_KEY } from "./sport-keys.ts";

export type ReportQuery = QueryOf<typeof sportsReport>;
export type ReportGroup = ReportQuery["by"];
export type ReportLine = ListItemOf<typeof sportsReport>;

export interface SportReport {
  readonly totals: DataOf<typeof sportsReport>;
  readonly lines: readonly ReportLine[];
}

/** How long the browser may take to begin saving. */
const SAVING_MS = 10_000;

/** What the book took, paid and kept between two days; nothing is asked while the days are not in order. */
export function useSportReport(asked: ReportQuery): UseQueryResult<SportReport> {
  return useQuery({
    queryKey: [SPORT_KEY, "report", asked],
    placeholderData: keepPreviousData,
    enabled: asked.from <= asked.to,
    queryFn: async ({ signal }) => {
      const path = "/api/operator/sports/report";
      const wish = { method: "GET", path, query: { ...asked }, signal } as const;
      const { data, list } = await call<typeof sportsReport>(wish);
      return { totals: data, lines: list };
    },
  });
}

/** Puts the report with every group on this device, as the browser does it. */
export async function saveReport({ from, to, by }: ReportQuery): Promise<void> {
  const query = new URLSearchParams({ from, to, by });
  const file = await fetchFile(`/api/operator/sports/report/file?${query}`);
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = `sports-${by}-${from}-${to}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}
