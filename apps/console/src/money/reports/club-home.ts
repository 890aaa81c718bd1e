import { addDays, numberOfDay } from "@club/domain";
import type { ReportTable } from "../../api/reports.ts";

/** How the days are put together, and how many of them are shown. */
export const STEPS = { day: 14, week: 84, month: 364 } as const;
export type Step = keyof typeof STEPS;

export const SUMS = [
  "racing",
  "sports",
  "refunded",
  "paid",
  "open",
  "result",
  "takeout",
  "deposits",
  "withdrawals",
  "joined",
] as const;
export type Sum = (typeof SUMS)[number];

/** Some days in a row, with their sums. */
export interface Period {
  readonly first: string;
  readonly days: number;
  readonly sums: Readonly<Record<Sum, number>>;
  /** Players who bet, on an average day with bets. */
  readonly active: number;
}

/** The days to show, and as many before them to compare with. */
export function spansOf(step: Step, today: string) {
  const days = STEPS[step];
  const from = addDays(today, 1 - days);
  return {
    now: { from, to: today },
    before: { from: addDays(from, -days), to: addDays(from, -1) },
  };
}

/** The days of a report by step: weeks of seven days that end today, months of the calendar. */
export function periodsOf(table: ReportTable | undefined, step: Step): Period[] {
  const rows = daysOf(table);
  const last = rows.at(-1)?.day ?? "";
  const keyOf = (day: string): string => {
    if (step === "month") return day.slice(0, 7);
    return step === "day" ? day : String(Math.floor((numberOfDay(last) - numberOfDay(day)) / 7));
  };
  return [...Map.groupBy(rows, ({ day }) => keyOf(day)).values()].map(sumOf);
}

/** All days of a report as one. */
export const wholeOf = (table: ReportTable | undefined): Period => sumOf(daysOf(table));

interface Day {
  readonly day: string;
  readonly figure: (id: Sum | "active") => number;
}

function daysOf(table: ReportTable | undefined): Day[] {
  if (table === undefined) return [];
  const place = new Map(table.columns.map(({ id }, at) => [id, at]));
  return table.list.map((cells) => ({
    day: String(cells[place.get("day") ?? 0]),
    figure: (id) => Number(cells[place.get(id) ?? -1] ?? 0),
  }));
}

function sumOf(days: readonly Day[]): Period {
  const sum = (id: Sum | "active") => days.reduce((all, day) => all + day.figure(id), 0);
  return {
    first: days[0]?.day ?? "",
    days: days.length,
    sums: Object.fromEntries(SUMS.map((id) => [id, sum(id)])) as Record<Sum, number>,
    active: sum("active") / Math.max(1, days.filter((day) => day.figure("active") > 0).length),
  };
}

export const turnoverOf = ({ sums }: Period): number => sums.racing + sums.sports - sums.refunded;

/** What the club kept of what was staked, not refunded and is decided; null: nothing is. */
export function marginOf(period: Period): number | null {
  const decided = turnoverOf(period) - period.sums.open;
  return decided > 0 ? period.sums.result / decided : null;
}

/** By how much it changed; null: there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before);
