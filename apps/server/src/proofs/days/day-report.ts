import type { DayReport } from "@club/contract";
import type { CheckLine, DayFile, PoolBooks } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { askWorker } from "../../core/kit/worker.ts";
import { makeDayFile } from "./day-file.ts";
import { byEvent, byMarket, sportsOf } from "./day-sports.ts";

const MOST_SHOWN = 100;
const QUARTER_MS = 15 * 60_000;
const CHECK_WORKER = new URL("./day-check.worker.ts", import.meta.url);

/**
 * Replays a day from its ledger entries and stored facts alone, and compares it with today's tables
 * (promise P22). Source: docs/rules/proofs.md, "A day".
 */
export async function dayReport(
  ctx: Pick<AppContext, "db" | "secrets">,
  day: string,
): Promise<DayReport> {
  const started = performance.now();
  const file = await makeDayFile(ctx, day);
  const lines = await askWorker<string, CheckLine[]>(CHECK_WORKER, JSON.stringify(file));
  const events = file.sports?.events ?? [];
  const waiting =
    file.races.filter(({ race }) => !isOver(race.status)).length +
    events.filter(({ event }) => !isOver(event.status)).length;
  // A race or event that is not settled yet does not count as a difference.
  const differences = lines.filter(
    ({ check, verdict }) =>
      check !== "settled" && (verdict === "differs" || (verdict === "unchecked" && waiting === 0)),
  );
  return {
    date: day,
    made_at: file.made_at,
    took_ms: Math.round(performance.now() - started),
    matches_live: differences.length === 0,
    checks: lines.length,
    races: file.races.length,
    bets: file.bets.length,
    pools: file.books.length,
    sport_events: events.length,
    sport_bets: file.sports?.bets.length ?? 0,
    sports: sportsOf(file.sports),
    waiting,
    differences: differences.slice(0, MOST_SHOWN),
    by_race: file.races.map((race) => rowOf(race, file.books)),
    by_pool: sumByPool(file.books),
    by_event: byEvent(file.sports),
    by_market: byMarket(file.sports),
    turnover: turnoverOf(file),
  };
}

function isOver(status: string): boolean {
  return status === "settled" || status === "abandoned" || status === "void";
}

function rowOf({ race }: DayFile["races"][number], books: readonly PoolBooks[]) {
  const own = books.filter((each) => (each.race_id2 ?? each.race_id) === race.race_id);
  const { race_id, code, meetings, raceNo, status, start_time } = race;
  return { race_id, code, meetings, raceNo, status, start_time, ...sumOf(own) };
}

function sumByPool(books: readonly PoolBooks[]): DayReport["by_pool"] {
  const byCode = Map.groupBy(books, ({ pool }) => pool);
  return [...byCode].map(([pool, own]) => ({ pool, ...sumOf(own) }));
}

function sumOf(books: readonly PoolBooks[]) {
  const sum = (amount: (each: PoolBooks) => number): number =>
    books.reduce((total, each) => total + amount(each), 0);
  return {
    gross_cents: sum((each) => each.staked_cents - each.refunded_cents),
    takeout_cents: sum((each) => each.takeout_cents),
    paid_cents: sum((each) => each.paid_cents),
    breakage_cents: sum((each) => each.breakage_cents),
    refunded_cents: sum((each) => each.refunded_cents),
    house_cents: sum((each) => each.book_result_cents - each.house_topup_cents),
    jackpot_cents: sum((each) => each.jackpot_out_cents - each.jackpot_in_cents),
    left_cents: sum((each) => each.left_cents),
  };
}

/** Accepted stakes per quarter of an hour, on races and on sports. */
function turnoverOf(file: DayFile): DayReport["turnover"] {
  const quarters = new Map<number, { racing_cents: number; sports_cents: number }>();
  const add = (at: string, kind: "racing_cents" | "sports_cents", cents: number): void => {
    const from = Math.floor(Date.parse(at) / QUARTER_MS) * QUARTER_MS;
    const sums = quarters.get(from) ?? { racing_cents: 0, sports_cents: 0 };
    quarters.set(from, { ...sums, [kind]: sums[kind] + cents });
  };
  const today = new Set(file.races.map(({ race }) => race.race_id));
  for (const { leaf } of file.bets.filter((bet) => today.has(bet.leaf.race_id)))
    add(leaf.accepted_at, "racing_cents", leaf.cost_cents);
  for (const { leaf } of file.sports?.bets ?? []) {
    add(leaf.accepted_at, "sports_cents", leaf.cost_cents);
  }
  return [...quarters]
    .sort(([a], [b]) => a - b)
    .map(([from, sums]) => ({
      from: new Date(from).toISOString(),
      staked_cents: sums.racing_cents + sums.sports_cents,
      ...sums,
    }));
}
