import type { T } from "../../core/lang.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** "1.25 L" behind the winner, who is behind nobody. */
export function lengthsText(t: T, lengths: number | null): string {
  if (lengths === null || lengths === 0) return "–";
  const n = new Intl.NumberFormat(t.language, { maximumFractionDigits: 2 }).format(lengths);
  return t("runner.lengths", { n });
}

/** "1:10.45", as race times are written everywhere. */
export function timeText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const seconds = ((ms % MINUTE_MS) / SECOND_MS).toFixed(2).padStart(5, "0");
  return `${minutes}:${seconds}`;
}
