import type { DayReport, getDayReport, getReport, ReportId } from "@club/contract";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { useData, useWhole, type Whole } from "./read.ts";

const KEY = "reports";
export const REPORT_READERS = ["cashier", "pool_controller", "auditor"] as const;

export type ReportTable = Whole<typeof getReport>;

/** A report of some days as a table. */
export function useReport(
  report: ReportId,
  days: { readonly from: string; readonly to: string },
): UseQueryResult<ReportTable> {
  return useWhole<typeof getReport>(
    [KEY, report, days.from, days.to],
    { path: "/api/operator/reports/:report_id", params: { report_id: report }, query: days },
    { enabled: useMay(...REPORT_READERS) },
  );
}

/** A day recomputed from its postings. */
export function useDayReport(day: string): UseQueryResult<DayReport> {
  return useData<typeof getDayReport>(
    [KEY, "day", day],
    { path: "/api/operator/reports/day", query: { date: day } },
    {
      enabled: useMay(...REPORT_READERS),
      placeholderData: keepPreviousData,
    },
  );
}
