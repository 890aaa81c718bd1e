import { dayAt, formatRelativeDay, formatTime } from "@club/i18n";
import { clubNow } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";

/** When a match starts: "15:00" today, "Sun 22 Nov 15:00" on another day. */
export function startText(t: T, at: string): string {
  const zone = deviceZone();
  const time = formatTime(at, zone, t.language);
  const [day, today] = [dayAt(at, zone), dayAt(clubNow(), zone)];
  return day === today ? time : `${formatRelativeDay(day, today, t.language)} ${time}`;
}
