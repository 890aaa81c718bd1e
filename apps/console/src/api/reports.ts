import type { getReport, ReportId } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useData, useWhole, type Whole } from "./read.ts";

const KEY = "reports";

export type ReportTable = Whole<typeof getReport>;

/** A report of some days as a table. */
export const useReport = (report_id: ReportId, { from, to }: { from: string; to: string }) =>
  useWhole([KEY, report_id, from, to], "/api/operator/reports/:report_id", { report_id, from, to });

/** A day recomputed from its postings. */
export const useDayReport = (date: string) =>
  useData(
    [KEY, "day", date],
    "/api/operator/reports/day",
    { date },
    { placeholderData: keepPreviousData },
  );
