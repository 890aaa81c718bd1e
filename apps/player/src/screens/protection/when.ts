import { formatDate, formatDateTime, formatDay, formatTime, type Language } from "@club/i18n";
import { deviceZone } from "../../device/zone.ts";

/** An instant that a player relies on: day and time, where the player is. */
export function whenText(at: string | number, language: Language): string {
  return formatDateTime(at, deviceZone(), language);
}

/** An instant months or years away: the day with its year. */
export function farText(at: string, language: Language): string {
  return formatDate(at, deviceZone(), language);
}

/** When a window starts again: the time for a day, the day for a longer one. */
export function resetText(
  at: string,
  period: "day" | "week" | "month",
  language: Language,
): string {
  return period === "day"
    ? formatTime(at, deviceZone(), language)
    : formatDay(at, deviceZone(), language);
}
