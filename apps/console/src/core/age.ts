import type { T } from "./lang.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HOURS_FROM_MINUTES = 90;

/** How long something has waited: "4 min", "20 h", "3 days". */
export function ageText(t: T, sinceMs: number, nowMs: number): string {
  const ms = Math.max(0, nowMs - sinceMs);
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < HOURS_FROM_MINUTES) return t("age.minutes", { n: minutes });
  if (ms < 2 * DAY_MS) return t("age.hours", { n: Math.floor(ms / HOUR_MS) });
  return t("time.days", { n: Math.floor(ms / DAY_MS) });
}

export const OLD_MS = 12 * HOUR_MS;
