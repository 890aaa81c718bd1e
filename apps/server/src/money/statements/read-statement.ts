import { STATEMENT_FIELDS } from "@club/contract";
import type { StatementLine, StatementSummary, StatementType } from "@club/contract";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { findBounds, listLines, plotRange, sumRange } from "./statement.queries.ts";
import type { LineBounds, LineRow, StatementPage } from "./statement.queries.ts";

export { countLines, findBounds } from "./statement.queries.ts";
export type { LineBounds, StatementPage, StatementRange } from "./statement.queries.ts";

/** A line with its posting's id, which is the cursor. */
export type NumberedLine = StatementLine & { readonly postingId: bigint };

/** Lines of a player's cash account, newest first: the ledger's own postings (promise P10). */
export async function readLines(
  db: Queryable,
  playerId: string,
  page: StatementPage,
): Promise<NumberedLine[]> {
  return await readLinesWithin(db, await findBounds(db, playerId, page), page);
}

/** The same for a range whose bounds are known: one page after the other. */
export async function readLinesWithin(
  db: Queryable,
  bounds: LineBounds,
  page: Pick<StatementPage, "type" | "before" | "limit">,
): Promise<NumberedLine[]> {
  const rows = await listLines(db, bounds, page);
  return rows.map((row) => ({ ...toLine(row), postingId: row.id }));
}

const FILE_PAGE = 1000;

/**
 * The lines of a range, newest first, in pages, for a file: by the query that the screen uses.
 * Lines never change and newer ones come above, so pages read at different moments fit together.
 */
export async function* readAllLines(
  db: Queryable,
  bounds: LineBounds,
  type: StatementType | null,
): AsyncGenerator<StatementLine[]> {
  let before: bigint | undefined;
  for (;;) {
    const rows = await listLines(db, bounds, { type, before, limit: FILE_PAGE });
    if (rows.length > 0) yield rows.map(toLine);
    if (rows.length < FILE_PAGE) return;
    before = rows.at(-1)?.id;
  }
}

const PLOT_PARTS = 100;

/** The balance over a range, for a plot. */
export async function readPlot(
  db: Queryable,
  bounds: LineBounds,
): Promise<{ at: string; balance_cents: number }[]> {
  const points = await plotRange(db, bounds, PLOT_PARTS);
  return points.map((point) => ({
    at: point.at.toISOString(),
    balance_cents: Number(point.balance_cents),
  }));
}

/** Totals over all lines of a range, whatever page or type is shown. */
export async function readSummary(db: Queryable, bounds: LineBounds): Promise<StatementSummary> {
  const row = await sumRange(db, bounds);
  return {
    opened_cents: Number(row.opened_cents),
    topped_up_cents: Number(row.topped_up_cents),
    withdrawn_cents: Number(row.withdrawn_cents),
    staked_cents: Number(row.staked_cents),
    paid_cents: Number(row.paid_cents),
    refunded_cents: Number(row.refunded_cents),
    other_cents: Number(row.other_cents),
    now_cents: Number(row.now_cents),
  };
}

/** Sports bets are worded like racing bets; their reference is the receipt number. */
const SPORT_TYPES: ReadonlyMap<string, string> = new Map([
  ["sport_bet", "bet"],
  ["sport_payout", "payout"],
  ["sport_correction", "payout"],
  ["sport_refund", "refund"],
  ["sport_void", "void"],
  ["correction_claim", "correction_claim"],
]);

/** The columns of a statement that the query holds as the wire has them. */
const FIELDS = STATEMENT_FIELDS.flatMap((column) => ("field" in column ? [column.field] : []));

function toLine(row: LineRow): StatementLine {
  const isSport = SPORT_TYPES.has(row.kind);
  const fields = FIELDS.map((field) => {
    const value = row[field];
    return [field, typeof value === "bigint" ? wireCents(value) : value];
  });
  return {
    ...(Object.fromEntries(fields) as Pick<StatementLine, (typeof FIELDS)[number]>),
    at: row.at.toISOString(),
    type: SPORT_TYPES.get(row.kind) ?? row.kind,
    reference: isSport && row.reference !== null ? receiptNo(row.reference) : row.reference,
    bet: toBet(row),
    sport: toSport(row),
  };
}

function toBet(row: LineRow): StatementLine["bet"] {
  if (row.order_id === null) return null;
  return {
    order_id: row.order_id,
    receipt_no: receiptNo(row.order_id),
    bet_type: row.bet_type ?? 0,
    race_id: row.race_id ?? "",
    meetings: row.meetings ?? "",
    code: row.code ?? "",
    raceNo: row.race_no ?? 0,
    meetings2: row.meetings2,
    raceNo2: row.race_no2,
  };
}

function toSport(row: LineRow): StatementLine["sport"] {
  if (row.sport_bet === null) return null;
  return {
    order_id: row.sport_bet,
    legs: row.legs ?? 1,
    home: row.home ?? "",
    away: row.away ?? "",
    home_names: row.home_names ?? {},
    away_names: row.away_names ?? {},
  };
}
