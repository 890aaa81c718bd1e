import type { Language } from "../language.ts";
import { perLanguage } from "./number.ts";

/** An instant: a Date, milliseconds, or ISO 8601 text. */
export type Instant = Date | number | string;

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(
  language: Language,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // British order: "Sat 21 Nov" rather than the American "Sat, Nov 21".
  const locale = language === "en" ? "en-GB" : language;
  const fresh = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formats.set(key, fresh);
  return fresh;
}

const HOUR_MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY_SHORT = { weekday: "short", day: "numeric", month: "short" } as const;

/** The time at a place on a 24-hour clock, in every language: "14:35". */
export function formatTime(at: Instant, zone: string, language: Language): string {
  return dateFormat(language, zone, HOUR_MINUTE).format(new Date(at));
}

/** The clock with seconds: "14:31:48". */
export function formatTimeSeconds(at: Instant, zone: string, language: Language): string {
  return dateFormat(language, zone, { ...HOUR_MINUTE, second: "2-digit" }).format(new Date(at));
}

/** The clock to the millisecond, as receipts print it: "14:32:07.482". */
export function formatTimeExact(at: Instant, zone: string): string {
  const moment = new Date(at);
  const thousandths = moment.getUTCMilliseconds().toString().padStart(3, "0");
  return `${formatTimeSeconds(moment, zone, "en")}.${thousandths}`;
}

/** A day with its year: "Sat 21 Nov 2026". */
export function formatDate(at: Instant, zone: string, language: Language): string {
  return withoutComma(
    dateFormat(language, zone, { ...DAY_SHORT, year: "numeric" }).format(new Date(at)),
  );
}

/** A day without its year: "Sat 21 Nov". */
export function formatDay(at: Instant, zone: string, language: Language): string {
  return withoutComma(dateFormat(language, zone, DAY_SHORT).format(new Date(at)));
}

/** A day and a time: "Sat 21 Nov 14:35". */
export function formatDateTime(at: Instant, zone: string, language: Language): string {
  return `${formatDay(at, zone, language)} ${formatTime(at, zone, language)}`;
}

/** From one day to another, common parts written once: "1 – 21 Nov 2026". Days are `YYYY-MM-DD`. */
export function formatDayRange(from: string, to: string, language: Language): string {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  return dateFormat(language, "UTC", options).formatRange(dayStart(from), dayStart(to));
}

/** The weekday of a `YYYY-MM-DD` day: "Sat". */
export function formatWeekday(day: string, language: Language): string {
  return capital(dateFormat(language, "UTC", { weekday: "short" }).format(dayStart(day)), language);
}

/** A month: "November 2026". */
export function formatMonth(day: string, language: Language): string {
  const options = { month: "long", year: "numeric" } as const;
  return capital(dateFormat(language, "UTC", options).format(dayStart(day)), language);
}

/** The day of an instant at a place, as `YYYY-MM-DD`. */
export function dayAt(at: Instant, zone: string): string {
  const format = dateFormatIso(zone);
  return format.format(new Date(at));
}

const isoFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormatIso(zone: string): Intl.DateTimeFormat {
  const known = isoFormats.get(zone);
  if (known !== undefined) return known;
  const fresh = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  isoFormats.set(zone, fresh);
  return fresh;
}

/** The day some days after (or, negative, before) a `YYYY-MM-DD` day. */
export function addDays(day: string, days: number): string {
  return new Date(dayStart(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** "Today", "Tomorrow", "Yesterday", else undefined. Both are `YYYY-MM-DD`. */
export function relativeDayName(
  day: string,
  today: string,
  language: Language,
): string | undefined {
  const days = Math.round((dayStart(day).getTime() - dayStart(today).getTime()) / DAY_MS);
  if (Math.abs(days) > 1) return undefined;
  return capital(relativeFormat(language).format(days, "day"), language);
}

/** The name of a day in a list: "Today", else "Sat 21 Nov". */
export function formatRelativeDay(day: string, today: string, language: Language): string {
  return relativeDayName(day, today, language) ?? formatDay(dayStart(day), "UTC", language);
}

const relativeFormat = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
);

const DAY_MS = 86_400_000;

function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function withoutComma(text: string): string {
  return text.replace(",", "");
}

function capital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
