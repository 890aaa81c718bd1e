/**
 * The days, months, years and times of the picker, as text that sorts in order of time:
 * "2026-11-21", "2026-11", "2026", "14:05", "2026-11-21 14:05". Wall-clock time, without a zone.
 */

export type PickerMode = "date" | "month" | "year" | "time" | "datetime";
export type PickerOutput = "string" | "timestamp" | "date";

/** The forms in which a chosen value is returned. */
export interface Picked {
  readonly string: string;
  /** Milliseconds of the device's clock. */
  readonly timestamp: number;
  readonly date: Date;
}

export type PickerInput = string | number | Date;

export interface PickerLimits {
  readonly start: string;
  readonly end: string;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const FIRST_YEAR = 1920;
export const LAST_YEAR = 2120;
export const GRID_CELLS = 42;
export const YEARS_PER_PAGE = 12;
/** Up to here the picker is a sheet, above it a popup. */
export const PHONE_WIDTH_PX = 500;

const PATTERNS: Readonly<Record<PickerMode, RegExp>> = {
  date: /^(\d{4}-\d{2}-\d{2})/,
  month: /^(\d{4}-\d{2})/,
  year: /^(\d{4})/,
  time: /(?:^|[T ])(\d{2}:\d{2})(?::|$|Z)/,
  datetime: /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/,
};

/** A mode's value from what an app holds; null where it holds none, or an invalid day or time. */
export function readValue(input: PickerInput | null | undefined, mode: PickerMode): string | null {
  const found = PATTERNS[mode].exec(textOf(input));
  if (found === null) return null;
  const value = mode === "datetime" ? `${found[1]} ${found[2] ?? "00:00"}` : (found[1] ?? "");
  return isReal(value, mode) ? value : null;
}

function textOf(input: PickerInput | null | undefined): string {
  if (typeof input === "string") return input;
  return input === null || input === undefined ? "" : wallOf(new Date(input));
}

function wallOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const day = [two(date.getFullYear(), 4), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join("-")} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function isReal(value: string, mode: PickerMode): boolean {
  if (mode === "time") return value < "24:00" && value.slice(3) < "60";
  const day = `${value.slice(0, 10)}${"-01-01".slice(value.slice(0, 10).length - 4)}`;
  const isDay = dayOf(new Date(`${day}T00:00:00Z`)) === day;
  return isDay && (mode !== "datetime" || isReal(value.slice(11), "time"));
}

/** A value in the form that an app wants. A time alone belongs to `today`. */
export function handOut<O extends PickerOutput>(
  value: string,
  output: O,
  today: string,
): Picked[O] {
  const date = () => localDate(value, today);
  const ways: { readonly [K in PickerOutput]: () => Picked[K] } = {
    string: () => value,
    timestamp: () => date().getTime(),
    date,
  };
  return ways[output]();
}

function localDate(value: string, today: string): Date {
  const [day, time] = value.includes(":")
    ? [value.slice(0, -6) || today, value.slice(-5)]
    : [value, "00:00"];
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return new Date(year, month - 1, date, hour, minute);
}

/** The least and the most of a mode, within the years that can be chosen. */
export function limitsOf(
  mode: PickerMode,
  start?: PickerInput | null,
  end?: PickerInput | null,
): PickerLimits {
  const widest = WIDEST[mode];
  const from = clampValue(readValue(start, mode) ?? widest.start, widest);
  const to = clampValue(readValue(end, mode) ?? widest.end, widest);
  return from <= to ? { start: from, end: to } : { start: to, end: from };
}

const WIDEST: Readonly<Record<PickerMode, PickerLimits>> = {
  date: { start: `${FIRST_YEAR}-01-01`, end: `${LAST_YEAR}-12-31` },
  month: { start: `${FIRST_YEAR}-01`, end: `${LAST_YEAR}-12` },
  year: { start: `${FIRST_YEAR}`, end: `${LAST_YEAR}` },
  time: { start: "00:00", end: "23:59" },
  datetime: { start: `${FIRST_YEAR}-01-01 00:00`, end: `${LAST_YEAR}-12-31 23:59` },
};

export function clampValue(value: string, { start, end }: PickerLimits): string {
  if (value < start) return start;
  return value > end ? end : value;
}

/** Whether any part of a month, year or day lies within the limits: "2026-11" of "2026-11-21". */
export function touchesLimits(part: string, { start, end }: PickerLimits): boolean {
  return part >= start.slice(0, part.length) && part <= end.slice(0, part.length);
}

/** Both ends in their order, whichever was named first. */
export function orderRange(one: string, other: string): DayRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one };
}

/** A range while it is being chosen: after the first tap it has only one end. */
export interface RangeDraft {
  readonly from: string | null;
  readonly to: string | null;
}

/** A tap on a day: the first begins a range, the second ends it, in either direction. */
export function pickDay(draft: RangeDraft, day: string): RangeDraft {
  if (draft.from === null || draft.to !== null) return { from: day, to: null };
  return orderRange(draft.from, day);
}

export function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same day some months on; the last day of the month where that month is shorter. */
export function shiftMonths(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${two(Math.floor(count / 12), 4)}-${two((count % 12) + 1)}`;
  const date = Math.min(Number(day.slice(8, 10) || "1"), daysInMonth(month));
  return `${month}-${two(date)}`;
}

export function daysInMonth(month: string): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
}

/** How many days from the first to the last, both counted. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The 42 days of a month's page, six weeks from the Monday on or before its first. */
export function gridOf(month: string): readonly string[] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: GRID_CELLS }, (_, cell) => shiftDay(first, cell - weekday));
}

/** The twelve years of the page with this one: pages start at the first year of the picker. */
export function yearPage(year: number): readonly number[] {
  const begin = FIRST_YEAR + Math.floor((year - FIRST_YEAR) / YEARS_PER_PAGE) * YEARS_PER_PAGE;
  return Array.from({ length: YEARS_PER_PAGE }, (_, index) => begin + index).filter(
    (each) => each >= FIRST_YEAR && each <= LAST_YEAR,
  );
}

const STEPS: Readonly<Record<string, (day: string, shift: boolean) => string>> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  Home: (day) => shiftDay(day, -weekdayOf(day)),
  End: (day) => shiftDay(day, 6 - weekdayOf(day)),
  PageUp: (day, shift) => shiftMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => shiftMonths(day, shift ? 12 : 1),
};

function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Where a key leads from a day, within the limits; null: not a key of the grid. */
export function dayAfterKey(
  day: string,
  key: { readonly key: string; readonly shiftKey: boolean },
  limits: PickerLimits,
): string | null {
  const next = STEPS[key.key]?.(day, key.shiftKey);
  if (next === undefined) return null;
  // Beyond the year 9999 or before 0 no text sorts correctly.
  return clampValue(next === "" ? day : next, limits);
}

/** Where a key leads in a grid of three columns; null: not a key of it. */
export function cellAfterKey(index: number, key: string, length: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -3,
    ArrowDown: 3,
    Home: -index,
    End: length - 1 - index,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(length - 1, Math.max(0, index + step));
}

function two(number: number, length = 2): string {
  return number.toString().padStart(length, "0");
}
