import { addDays, weekdayOf } from "@club/domain";
import { expect, test } from "vitest";
import { addWorkingDays } from "./file-complaint.ts";

test.each([
  ["2026-11-16", 10, "2026-11-30"], // a Monday: two weeks
  ["2026-11-20", 1, "2026-11-23"], // a Friday: the next Monday
  ["2026-11-21", 1, "2026-11-23"], // a Saturday
  ["2026-11-22", 10, "2026-12-04"], // a Sunday: the Friday of the second week
  ["2028-02-28", 2, "2028-03-01"], // over a leap day
])("%s and %d working days is %s", (day, count, due) => {
  expect(addWorkingDays(day, count)).toBe(due);
});

test("ten working days are never at a week-end and never fewer than 12 days", () => {
  for (let at = 0; at < 400; at += 1) {
    const day = addDays("2026-01-01", at);
    const due = addWorkingDays(day, 10);
    expect(weekdayOf(due)).toBeLessThan(5);
    expect(due >= addDays(day, 12) && due <= addDays(day, 14)).toBe(true);
  }
});
