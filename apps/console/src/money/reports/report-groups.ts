import type { ReportId } from "@club/contract";

/** The list at the left, in its order. */
export const REPORT_GROUPS = [
  {
    group: "race",
    reports: ["day", "pre_race", "sales", "dividends", "close_times", "large_bets", "refused_bets"],
  },
  {
    group: "money",
    reports: ["takeout", "jackpots", "refunds", "liabilities", "adjustments", "tax"],
  },
  { group: "people", reports: ["limits", "operator_acts"] },
] as const satisfies readonly {
  readonly group: string;
  readonly reports: readonly (ReportId | "day")[];
}[];
