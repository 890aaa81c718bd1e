import { addDays, localDay, zonedInstant } from "@club/domain";
import type { LastBackup } from "./backup-wish.ts";

/** After a failure, so that a disk without room is not filled again and again. */
const AGAIN_MS = 60 * 60 * 1000;

/** When nobody bets: after the last races and before the first. */
const HOUR = "04:00";

/** True when the newest backup is older than the last four o'clock in club time. */
export function isBackupDue(nowMs: number, zone: string, newest: Date | null): boolean {
  if (newest === null) return true;
  const today = localDay(nowMs, zone);
  const hours = [today, addDays(today, -1), addDays(today, -2)].map((day) =>
    zonedInstant(day, HOUR, zone),
  );
  // On a day whose clock change skips the hour, the day before counts.
  const last = hours.find((at) => at !== null && at <= nowMs) ?? 0;
  return newest.getTime() < last;
}

/** When the next one is due: the coming four o'clock in club time. */
export function nextBackupAt(nowMs: number, zone: string): number | null {
  const today = localDay(nowMs, zone);
  const hours = [today, addDays(today, 1), addDays(today, 2)].map((day) =>
    zonedInstant(day, HOUR, zone),
  );
  return hours.find((at) => at !== null && at > nowMs) ?? null;
}

/** True for an hour after one failed: what is wrong then is seldom over in minutes. */
export function hasJustFailed(nowMs: number, last: LastBackup | null): boolean {
  if (last === null || last.failure === null) return false;
  const sinceMs = nowMs - Date.parse(last.ended_at);
  return sinceMs >= 0 && sinceMs < AGAIN_MS;
}
