import { formatDateTime, type Language } from "@club/i18n";
import { deviceZone } from "../../shell/zone.ts";

/** An instant that a player counts on: day and time, where the player is. */
export function whenText(at: string | number, language: Language): string {
  return formatDateTime(at, deviceZone(), language);
}
