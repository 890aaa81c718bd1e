import { type Day, addDays, weekdayOf } from "../calendar/day.ts";
import { localDay, startOfDay } from "../calendar/race-day.ts";

export const LIMIT_PERIODS = ["day", "week", "month"] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Includes its start, excludes its end. */
export type LimitWindow = { readonly startMs: number; readonly endMs: number };

/**
 * The fixed window of a limit that an instant lies in, in club time: the calendar day, the week
 * from Monday, the calendar month. A day on which the clock changes is 23 or 25 hours long.
 * Source: docs/rules/protection.md, "Windows".
 */
export function limitWindow(instantMs: number, timeZone: string, period: LimitPeriod): LimitWindow {
  const [first, next] = daysOf(localDay(instantMs, timeZone), period);
  return { startMs: startOfDay(first, timeZone), endMs: startOfDay(next, timeZone) };
}

/** The first day of a period, and the first of the next. */
function daysOf(day: Day, period: LimitPeriod): readonly [Day, Day] {
  switch (period) {
    case "day":
      return [day, addDays(day, 1)];
    case "week": {
      const monday = addDays(day, -weekdayOf(day));
      return [monday, addDays(monday, 7)];
    }
    case "month": {
      const first = `${day.slice(0, 8)}01`;
      return [first, `${addDays(first, 31).slice(0, 8)}01`];
    }
  }
}
