/** calm: more than 7 minutes; amber: 7 and less; lamp: 2 and less, said with the word "Closing". */
export type CountdownTone = "calm" | "amber" | "lamp";

/** `text` and its `unit`; `rest` follows the unit ("3", "h", "03"). No unit: m:ss. */
export interface CountdownParts {
  readonly text: string;
  readonly unit: "" | "min" | "h";
  readonly rest: string;
  readonly tone: CountdownTone;
}

const MINUTE_MS = 60_000;
const CLOCK_BELOW_MINUTES = 10;
const HOURS_FROM_MINUTES = 60;
const AMBER_MS = 7 * MINUTE_MS;
const LAMP_MS = 2 * MINUTE_MS;

/**
 * The time left as boards write it: m:ss under 10 minutes, whole minutes above ("28 min"), hours
 * above an hour ("3 h 03"), so that a countdown is never mistaken for a clock time. Past the end it
 * stays at 0:00.
 */
export function formatCountdown(leftMs: number): CountdownParts {
  const tone = countdownTone(leftMs);
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < CLOCK_BELOW_MINUTES) {
    return { text: `${minutes}:${twoDigits(seconds % 60)}`, unit: "", rest: "", tone };
  }
  if (minutes < HOURS_FROM_MINUTES) return { text: `${minutes}`, unit: "min", rest: "", tone };
  const hours = Math.floor(minutes / 60);
  return { text: `${hours}`, unit: "h", rest: twoDigits(minutes % 60), tone };
}

/** What the colour of the time left is; the word "Closing" goes with the lamp. */
export function countdownTone(leftMs: number): CountdownTone {
  if (leftMs <= LAMP_MS) return "lamp";
  return leftMs <= AMBER_MS ? "amber" : "calm";
}

/** A length of time as h:mm: time signed in. 2 880 000 ms is "0:48". */
export function formatDuration(lengthMs: number): string {
  const minutes = Math.floor(Math.max(0, lengthMs) / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, "0");
}
