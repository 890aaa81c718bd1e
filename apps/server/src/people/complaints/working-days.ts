import { addDays, weekdayOf } from "@club/domain";
import type { Day } from "@club/domain";

const SATURDAY = 5;

/**
 * The day that is `count` working days, Monday to Friday, after another. Public holidays count as
 * working days: the club may answer earlier than it promised, never later.
 */
export function addWorkingDays(day: Day, count: number): Day {
  let at = day;
  let left = count;
  while (left > 0) {
    at = addDays(at, 1);
    if (weekdayOf(at) < SATURDAY) left -= 1;
  }
  return at;
}
