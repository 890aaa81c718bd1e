import { dayAt, formatDateTime, formatTimeSeconds } from "@club/i18n";
import { clubNow } from "@club/ui";
import type { T } from "./lang.ts";
import { deviceZone } from "./zone.ts";

/** When something was, at the desk: of today the time to the second, else the day and the time. */
export function whenText(t: T, at: string | number): string {
  const zone = deviceZone();
  const isToday = dayAt(at, zone) === dayAt(clubNow(), zone);
  return isToday ? formatTimeSeconds(at, zone, t.language) : formatDateTime(at, zone, t.language);
}
