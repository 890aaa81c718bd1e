import { localDay } from "@club/domain";

/*
 * The start of a race as a card's lines write it, the venue's local time or an instant with its
 * zone, and as a field of date and time shows it: always the venue's local time.
 */

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::00(?:\.0{1,3})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(?:\.0{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
const STEP_MS = 30 * 60_000;

/** "2027-01-16T13:30" for a field of date and time; undefined for a text that it cannot show. */
export function inputOfStart(written: string, zone: string): string | undefined {
  const text = written.trim();
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day !== undefined && time !== undefined) return `${day}T${time}`;
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return text === "" ? "" : undefined;
  try {
    return wallOf(Date.parse(text), zone.trim());
  } catch {
    // No such zone: it is being typed, or a problem that the comparison names.
    return undefined;
  }
}

/** What the field of date and time says, as a card's lines write it. */
export function startOfInput(value: string): string {
  return value.replace("T", " ");
}

/** Half an hour later, written alike; "" where the start cannot be read. */
export function laterStart(written: string): string {
  const text = written.trim();
  if (INSTANT.test(text)) return later(text, (next) => next);
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day === undefined || time === undefined) return "";
  return later(`${day}T${time}Z`, (next) => `${next.slice(0, 10)} ${next.slice(11, 16)}`);
}

function later(instant: string, write: (next: string) => string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? "" : write(new Date(at + STEP_MS).toISOString());
}

function wallOf(atMs: number, zone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${localDay(atMs, zone)}T${time.format(atMs)}`;
}
