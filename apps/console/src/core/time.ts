import { dayAt, formatDateTime, formatTimeSeconds } from "@club/i18n";
import { clubNow } from "@club/ui";
import { createStore } from "@club/client/react";
import type { T } from "./lang.ts";
import { storage } from "./storage.ts";

const KEY = "zone";

/** Until the club has said it, as it was the last time. */
const zone = createStore<string>(storage.read(KEY) ?? "UTC");

/** The club's zone: the console shows one clock, whatever the venues' zones and the browser's. */
export const clubZone = zone.get;

/** Takes what the club says. */
export function setClubZone(given: string): void {
  if (given === zone.get()) return;
  zone.set(given);
  storage.write(KEY, given);
}

/** When something was, by the club's clock: today the time to the second, else day and time. */
export function whenText(t: T, at: string | number): string {
  const here = clubZone();
  const isToday = dayAt(at, here) === dayAt(clubNow(), here);
  return isToday ? formatTimeSeconds(at, here, t.language) : formatDateTime(at, here, t.language);
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
