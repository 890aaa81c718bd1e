import type {
  DataOf,
  DayReport,
  getDayReport,
  getReport,
  ReportCell,
  ReportId,
} from "@club/contract";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { call } from "./client.ts";

const KEY = "reports";
export const REPORT_READERS = ["cashier", "pool_controller", "auditor"] as const;

export interface ReportTable extends DataOf<typeof getReport> {
  readonly list: readonly (readonly ReportCell[])[];
}

/** A report of some days as a table. */
export function useReport(
  report: ReportId,
  days: { readonly from: string; readonly to: string },
): UseQueryResult<ReportTable> {
  const enabled = useMay(...REPORT_READERS);
  return useQuery({
    queryKey: [KEY, report, days.from, days.to],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, list } = await call<typeof getReport>({
        method: "GET",
        path: "/api/operator/reports/:report_id",
        params: { report_id: report },
        query: days,
        signal,
      });
      return { ...data, list };
    },
  });
}

/** A day made again from its postings. */
export function useDayReport(day: string): UseQueryResult<DayReport> {
  const enabled = useMay(...REPORT_READERS);
  return useQuery({
    queryKey: [KEY, "day", day],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await call<typeof getDayReport>({
        method: "GET",
        path: "/api/operator/reports/day",
        query: { date: day },
        signal,
      });
      return data;
    },
  });
}
