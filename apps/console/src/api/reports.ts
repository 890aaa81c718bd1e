import type { getReport, ReportId } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { useData, useWhole, type Whole } from "./read.ts";

const KEY = "reports";
export const REPORT_READERS = ["cashier", "pool_controller", "auditor"] as const;

export type ReportTable = Whole<typeof getReport>;

/** A report of some days as a table. */
export const useReport = (report_id: ReportId, { from, to }: { from: string; to: string }) =>
  useWhole(
    [KEY, report_id, from, to],
    "/api/operator/reports/:report_id",
    { report_id, from, to },
    { enabled: useMay(...REPORT_READERS) },
  );

/** A day recomputed from its postings. */
export const useDayReport = (date: string) =>
  useData(
    [KEY, "day", date],
    "/api/operator/reports/day",
    { date },
    { enabled: useMay(...REPORT_READERS), placeholderData: keepPreviousData },
  );
