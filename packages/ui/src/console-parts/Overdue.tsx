import type { ReactNode } from "react";
import { useClock } from "../clock.ts";
import "../styles/console-parts.css";

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** How long something has been due: "+3:48", "+1 h 05". */
export function Overdue({ since }: { readonly since: number }): ReactNode {
  const text = useClock((nowMs) => overdueText(nowMs - since));
  return (
    <span className="c-overdue fig" role="timer">
      {text}
    </span>
  );
}

export function overdueText(lateMs: number): string {
  const seconds = Math.max(0, Math.floor(lateMs / SECOND_MS));
  if (seconds < HOUR_S) {
    return `+${Math.floor(seconds / MINUTE_S)}:${twoDigits(seconds % MINUTE_S)}`;
  }
  return `+${Math.floor(seconds / HOUR_S)} h ${twoDigits(Math.floor((seconds % HOUR_S) / MINUTE_S))}`;
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, "0");
}
