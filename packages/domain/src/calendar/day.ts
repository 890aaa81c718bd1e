import { assert } from "../assert.ts";

/** A calendar day, "2026-11-20", of the years 0001 to 9999. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Days from 1 March of year 0 to 1 January 1970. */
const EPOCH = 719_468;
const DAYS_OF_400_YEARS = 146_097;

/**
 * Days since 1 January 1970, counted in years that begin in March, so that a leap day is the last
 * of its year. A day that does not exist is counted on into the next month.
 */
function countDays(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + dayOfMonth - 1;
  return marchYear * 365 + leapDays + dayOfYear - EPOCH;
}

/** The day that is `number` days after 1 January 1970. */
export function dayOfNumber(number: number): Day {
  const days = number + EPOCH;
  const cycle = Math.floor(days / DAYS_OF_400_YEARS);
  const inCycle = days - cycle * DAYS_OF_400_YEARS;
  const yearInCycle = Math.floor(
    (inCycle -
      Math.floor(inCycle / 1_460) +
      Math.floor(inCycle / 36_524) -
      Math.floor(inCycle / 146_096)) /
      365,
  );
  const leapDays = Math.floor(yearInCycle / 4) - Math.floor(yearInCycle / 100);
  const dayOfYear = inCycle - (yearInCycle * 365 + leapDays);
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = ((monthFromMarch + 2) % 12) + 1;
  const year = cycle * 400 + yearInCycle + (month <= 2 ? 1 : 0);
  return [pad(year, 4), pad(month, 2), pad(dayOfMonth, 2)].join("-");
}

/** Days from 1 January 1970 to a day. */
export function numberOfDay(day: Day): number {
  assert(isDay(day), "a day is YYYY-MM-DD and exists");
  return countText(day);
}

/** Whether a text is a day that exists: not 2026-02-30. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const month = Number(text.slice(5, 7));
  return month >= 1 && month <= 12 && dayOfNumber(countText(text)) === text;
}

/** The day some days later, or earlier for a negative count. */
export function addDays(day: Day, days: number): Day {
  return dayOfNumber(numberOfDay(day) + days);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
  // 1 January 1970 was a Thursday.
  return (((numberOfDay(day) + 3) % 7) + 7) % 7;
}

function countText(day: string): number {
  return countDays(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
