import type { SportEventRow } from "@club/contract";
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

/** Minutes get their sign: 58 is 58′; anything else that a feed writes stays as it is. */
export function clockText(clock: string | null): string {
  if (clock === null) return "";
  return /^\d+(\+\d+)?$/.test(clock) ? `${clock}′` : clock;
}

/** The result, else the score as it stands. */
export function scoreOf(
  event: Pick<SportEventRow, "live" | "result">,
): { readonly home: string; readonly away: string } | undefined {
  const { result, live } = event;
  if (result !== null) return { home: `${result.home}`, away: `${result.away}` };
  if (live === null || live.home === null || live.away === null) return undefined;
  return { home: `${live.home}`, away: `${live.away}` };
}
