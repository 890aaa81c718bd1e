import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { STATEMENT_FIELDS } from "./statement-columns.ts";

/** What the lines of a statement can be filtered by; `other` is all the rest. */
export const STATEMENT_TYPES = [
  "bet",
  "payout",
  "refund",
  "top_up",
  "withdrawal",
  "adjustment",
  "other",
] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** The bet that a line belongs to, so that an app can word it; null for money without a bet. */
export const statementBet = z.object({
  order_id: id,
  receipt_no: z.string(),
  bet_type: z.int(),
  race_id: id,
  meetings: z.string(),
  code: z.string(),
  raceNo: z.int(),
  meetings2: z.string().nullable(),
  raceNo2: z.int().nullable(),
});

/** The same for a bet on sports: its first leg's event, and how many legs it has. */
export const statementSport = z.object({
  order_id: id,
  legs: z.int(),
  home: z.string(),
  away: z.string(),
  home_names: z.record(z.string(), z.string()),
  away_names: z.record(z.string(), z.string()),
});

const OF_KIND = { text: z.string().nullable(), money: cents } as const;
type Field = Extract<(typeof STATEMENT_FIELDS)[number], { field: string }>;
type Fields = { [F in Field as F["field"]]: (typeof OF_KIND)[F["kind"]] };
const fields = STATEMENT_FIELDS.flatMap((column) =>
  "field" in column ? [[column.field, OF_KIND[column.kind]]] : [],
);

export const statementLine = z.object({
  ...(Object.fromEntries(fields) as Fields),
  entry_id: id,
  at: instant,
  /** The ledger's word for the event: bet, payout, refund, void, top_up, adjustment and others. */
  type: z.string(),
  bet: statementBet.nullable(),
  sport: statementSport.nullable(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** Sums over the range asked for, signed as they moved the cash: opened + all the others = now. */
export const statementSummary = z.object({
  opened_cents: cents,
  topped_up_cents: cents,
  withdrawn_cents: cents,
  staked_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  other_cents: cents,
  now_cents: cents,
});
export type StatementSummary = z.infer<typeof statementSummary>;

export const listStatement = defineCall("GET /api/statement/list", {
  summary:
    "The player's cash account, newest line first, read from the ledger. Days are club days; the summary is of all lines of the range.",
  access: "player",
  query: page.extend({
    from: day.optional(),
    to: day.optional(),
    type: z.enum(STATEMENT_TYPES).optional(),
  }),
  data: pageData.extend({
    /** Null on later pages. */
    summary: statementSummary.nullable(),
    /** The balance through the range, oldest first, at most 120 points; empty on later pages. */
    plot: z.array(z.object({ at: instant, balance_cents: cents })),
  }),
  list: z.array(statementLine),
});

export const STATEMENT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Query of GET /api/statement/export, which answers with a file. */
export const statementExport = z.object({
  format: z.enum(STATEMENT_FORMATS).default("csv"),
  from: day.optional(),
  to: day.optional(),
  type: z.enum(STATEMENT_TYPES).optional(),
});
