import { assert } from "../assert.ts";

/** A calendar day, "2026-11-20". */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;

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

/** Whether a text is a day that exists: not 2026-02-30. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day some days later, or earlier for a negative count. */
export function addDays(day: Day, days: number): Day {
  return new Date(dayMs(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Milliseconds of a day's midnight, as if the zone were UTC. */
function dayMs(day: Day): number {
  assert(isDay(day), "a day is YYYY-MM-DD and exists");
  return Date.parse(`${day}T00:00:00Z`);
}

/** What the wall clock of a zone shows, as milliseconds as if the zone were UTC. */
function wallMs(instantMs: number, zone: string): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"));
  return wall + read("second") * 1_000 + (((instantMs % 1_000) + 1_000) % 1_000);
}

/** The day that a zone's calendar shows at an instant. */
export function localDay(instantMs: number, zone: string): Day {
  return new Date(wallMs(instantMs, zone)).toISOString().slice(0, 10);
}

/** The instants (epoch milliseconds) at which a zone's clock shows this: none, one or two. */
function instantsOf(wall: number, zone: string): number[] {
  // The zone's offset is one of those a day before and after; a change of the clock lies between.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallMs(near, zone) - near);
  const candidates = [...new Set(offsets.map((offset) => wall - offset))].sort((a, b) => a - b);
  return candidates.filter((instant) => wallMs(instant, zone) === wall);
}

/**
 * The instant, in epoch milliseconds, at which a zone's clock shows "HH:MM" on a day: the first of
 * two when the clock goes back; null when it jumps over that time, or either text is wrong.
 */
export function zonedInstant(day: Day, time: string, zone: string): number | null {
  const match = TIME.exec(time);
  if (match === null || !isDay(day)) return null;
  const wall = dayMs(day) + (Number(match[1]) * 60 + Number(match[2])) * 60_000;
  return instantsOf(wall, zone)[0] ?? null;
}

/** The first instant of a day in a zone, also where the clock jumps over midnight. */
export function startOfDay(day: Day, zone: string): number {
  const midnight = dayMs(day);
  for (let minutes = 0; minutes <= 180; minutes += 15) {
    const [instant] = instantsOf(midnight + minutes * 60_000, zone);
    if (instant !== undefined) return instant;
  }
  throw new RangeError(`${day} has no beginning in ${zone}`);
}
