import type { Day } from "../calendar/day.ts";

/** From this age a player may bet and top up. */
export const MINIMUM_AGE = 18;

/**
 * Full years on a day: somebody born on 29 February has a birthday on 1 March in other years.
 * Source: docs/rules/protection.md, "Age".
 */
export function ageOn(dateOfBirth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  // "02-29" comes after "02-28" and before "03-01", which is all that the leap day needs.
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Whether a player is old enough on a day. Source: docs/rules/protection.md, "Age". */
export function isOfAge(dateOfBirth: Day, day: Day): boolean {
  return ageOn(dateOfBirth, day) >= MINIMUM_AGE;
}
