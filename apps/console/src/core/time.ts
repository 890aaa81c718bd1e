import { dayAt, formatDateTime, formatTimeSeconds } from "@club/i18n";
import { clubNow } from "@club/ui";
import type { T } from "./lang.ts";

/** The desk's zone: the console shows one clock, whatever the venues' zones. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** When something was, by the desk's clock: today the time to the second, else day and time. */
export function whenText(t: T, at: string | number): string {
  const zone = deviceZone();
  const isToday = dayAt(at, zone) === dayAt(clubNow(), zone);
  return isToday ? formatTimeSeconds(at, zone, t.language) : formatDateTime(at, zone, t.language);
}

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
