const DAY_MS = 86_400_000;

/** Whole days until an answer is due; a negative count is overdue. */
export function daysLeft(dueAt: string, nowMs: number): number {
  return Math.floor((Date.parse(dueAt) - nowMs) / DAY_MS);
}
