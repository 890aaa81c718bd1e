import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";

const READERS = ["owner", "cashier", "pool_controller", "auditor"] as const;

/** In the order of the console's list, by group. */
export const REPORTS = {
  race: ["pre_race", "sales", "dividends", "close_times", "large_bets", "refused_bets"],
  money: [
    "club_days",
    "race_money",
    "takeout",
    "jackpots",
    "refunds",
    "liabilities",
    "adjustments",
    "tax",
    "payments",
    "arrivals",
    "marked_payouts",
  ],
  people: ["limits", "operator_acts"],
} as const;
export type ReportId = (typeof REPORTS)[keyof typeof REPORTS][number];
export const REPORT_IDS = Object.values(REPORTS).flat() as [ReportId, ...ReportId[]];

/** What a column holds: texts and codes as they are, money in cents, rates in basis points. */
export const REPORT_COLUMN_KINDS = [
  "text",
  "code",
  "day",
  "instant",
  "count",
  "money",
  "rate",
  "ratio",
] as const;
export type ReportColumnKind = (typeof REPORT_COLUMN_KINDS)[number];

const cell = z.union([z.string(), z.int(), z.null()]);
export type ReportCell = z.infer<typeof cell>;

/** The most rows that the screen shows; the files have all of them. */
export const MOST_REPORT_ROWS = 1000;

export const getReport = defineCall("GET /api/operator/reports/:report_id", {
  summary:
    "A report of some days in club time, as a table: columns, rows, totals. As a file: `/file?format=csv|xlsx|pdf`.",
  access: READERS,
  params: z.object({ report_id: z.enum(REPORT_IDS) }),
  query: z.object({ from: day, to: day }),
  data: z.object({
    report: z.enum(REPORT_IDS),
    from: day,
    to: day,
    made_at: instant,
    currency: z.string(),
    columns: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(REPORT_COLUMN_KINDS),
        /** The prefix of its codes' texts: "pool" for "pool.WIN". */
        words: z.string().nullable(),
      }),
    ),
    /** Sums of the money and count columns that can be added; null for the others. */
    totals: z.array(z.int().nullable()),
    rows: z.int(),
    is_cut: z.boolean(),
  }),
  list: z.array(z.array(cell)),
});

/** Query of GET /api/operator/reports/:report_id/file. */
export const reportFileQuery = z.object({
  from: day,
  to: day,
  format: z.enum(["csv", "xlsx", "pdf"]),
});

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const monthClose = z.object({
  month,
  ends_at: instant,
  closed_at: instant,
  closed_by: z.string(),
  entries: z.int(),
  chain_head: z.object({ position: z.int(), hash: z.string() }),
  balances: z.array(
    z.object({ kind: z.string(), pool: z.string().nullable(), balance_cents: cents }),
  ),
  key_id: id,
  signature: z.string(),
});
export type MonthClose = z.infer<typeof monthClose>;

export const listMonths = defineCall("GET /api/operator/ledger/months", {
  summary: "Months that are closed, newest first, and the one that can be closed next.",
  access: ["owner", "cashier", "auditor"],
  data: z.object({
    next: month.nullable(),
    /** Why it cannot be closed yet; null: it can. */
    waits_for: z.enum(["end", "books", "chain"]).nullable(),
  }),
  list: z.array(monthClose),
});

export const closeMonth = defineCall("POST /api/operator/ledger/months", {
  asksAgain: true,
  summary:
    "Closes a month: keeps and signs its trial balance and the chain's head. Nothing is dated into it later. Months are closed in order.",
  access: ["owner"],
  body: z.object({ month }),
  data: monthClose,
});
