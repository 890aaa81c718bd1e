import { dayOfNumber, localDay, numberOfDay, zonedInstant } from "@club/domain";

const WORKING_DAY_ENDS = "17:00";
const THURSDAY_ZERO = 4;
const DAYS_OF_WEEK = 7;
const SATURDAY = 6;

/**
 * When a withdrawal arrives at the latest: the end of the first working day after the day on which
 * it may be paid. Days are the club's; Saturdays and Sundays are not working days.
 */
export function arrivesBy(payableMs: number, zone: string): Date {
  let number = numberOfDay(localDay(payableMs, zone)) + 1;
  while (!isWorkingDay(number)) number += 1;
  const instant = zonedInstant(dayOfNumber(number), WORKING_DAY_ENDS, zone);
  // No zone moves its clock in the afternoon of a working day; a day later would do as well.
  return new Date(instant ?? payableMs);
}

/** Day 0, 1 January 1970, was a Thursday. */
function isWorkingDay(number: number): boolean {
  const weekday = (((number + THURSDAY_ZERO) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return weekday !== 0 && weekday !== SATURDAY;
}
