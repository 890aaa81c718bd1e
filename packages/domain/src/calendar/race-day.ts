import { type Day, dayOfNumber, isDay, numberOfDay } from "./day.ts";

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Formatters cost a millisecond to make: one per zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, made);
  return made;
}

/** A zone's wall-clock time, as the epoch milliseconds of the same reading in UTC. */
function wallMs(instantMs: number, zone: string): number {
  const shown = formatterOf(zone).formatToParts(instantMs);
  const parts = new Map(shown.map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  const day = [read("year").padStart(4, "0"), read("month"), read("day")].join("-");
  const seconds =
    Number(read("hour")) * 3_600 + Number(read("minute")) * 60 + Number(read("second"));
  const milliseconds = ((instantMs % 1_000) + 1_000) % 1_000;
  return numberOfDay(day) * DAY_MS + seconds * 1_000 + milliseconds;
}

/** The day that a zone's calendar shows at an instant. */
export function localDay(instantMs: number, zone: string): Day {
  return dayOfNumber(Math.floor(wallMs(instantMs, zone) / DAY_MS));
}

/** The instants (epoch milliseconds) at which a zone's clock shows this: none, one or two. */
function instantsOf(wall: number, zone: string): number[] {
  // The zone's offset is that of a day before or a day after; a change of the clock lies between.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallMs(near, zone) - near);
  const candidates = [...new Set(offsets.map((offset) => wall - offset))].sort((a, b) => a - b);
  return candidates.filter((instant) => wallMs(instant, zone) === wall);
}

/**
 * The instant, in epoch milliseconds, at which a zone's clock shows "HH:MM" on a day: the first of
 * two when the clock goes back; null when it jumps over that time, or either text is wrong.
 * Source: docs/rules/protection.md, "Days and zones".
 */
export function zonedInstant(day: Day, time: string, zone: string): number | null {
  const match = TIME.exec(time);
  if (match === null || !isDay(day)) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return instantsOf(numberOfDay(day) * DAY_MS + minutes * MINUTE_MS, zone)[0] ?? null;
}

/**
 * The first instant of a day in a zone, even where the clock jumps over midnight.
 * Source: docs/rules/protection.md, "Days and zones".
 */
export function startOfDay(day: Day, zone: string): number {
  const midnight = numberOfDay(day) * DAY_MS;
  const [instant] = instantsOf(midnight, zone);
  if (instant !== undefined) return instant;
  // The clock jumped: the last instant of the day before and the first of this one are neighbours.
  let [before, after] = [midnight - DAY_MS, midnight + DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallMs(middle, zone) < midnight) before = middle;
    else after = middle;
  }
  return after;
}
