import { expect, test } from "vitest";
import { hasJustFailed, isBackupDue, nextBackupAt } from "./is-backup-due.ts";

const ZONE = "Australia/Sydney";

test.each([
  ["no backup yet", "2026-11-20T03:00:00+11:00", null, true],
  ["of yesterday, before four", "2026-11-20T03:59:00+11:00", "2026-11-19T04:10:00+11:00", false],
  ["of yesterday, after four", "2026-11-20T04:00:00+11:00", "2026-11-19T04:10:00+11:00", true],
  ["of this night", "2026-11-20T23:00:00+11:00", "2026-11-20T04:10:00+11:00", false],
  ["by hand in the evening", "2026-11-20T04:30:00+11:00", "2026-11-19T22:00:00+11:00", true],
])("%s", (_, now, newest, isDue) => {
  const taken = newest === null ? null : new Date(newest);
  expect(isBackupDue(Date.parse(now), ZONE, taken)).toBe(isDue);
});

test("where clocks skip the hour, the next day has one again", () => {
  // In Sydney 02:00 becomes 03:00, so four o'clock exists; Lord Howe skips half an hour: there too.
  const taken = new Date("2026-10-03T05:00:00+10:00");
  expect(isBackupDue(Date.parse("2026-10-04T04:00:00+11:00"), ZONE, taken)).toBe(true);
  expect(isBackupDue(Date.parse("2026-10-04T03:30:00+11:00"), ZONE, taken)).toBe(false);
});

test.each([
  ["before four: today", "2026-11-20T03:59:00+11:00", "2026-11-20T04:00:00+11:00"],
  ["at four: tomorrow", "2026-11-20T04:00:00+11:00", "2026-11-21T04:00:00+11:00"],
  ["over a change of the clock", "2026-10-03T05:00:00+10:00", "2026-10-04T04:00:00+11:00"],
])("the next one, %s", (_, now, next) => {
  expect(nextBackupAt(Date.parse(now), ZONE)).toBe(Date.parse(next));
});

test.each([
  ["none yet", null, false],
  ["a good one", { ended_at: "2026-11-20T04:10:00Z", failure: null }, false],
  ["a failure of now", { ended_at: "2026-11-20T04:10:00Z", failure: "no room" }, true],
  ["a failure of an hour ago", { ended_at: "2026-11-20T03:10:00Z", failure: "no room" }, false],
  [
    "a failure by a clock that went back",
    { ended_at: "2027-01-01T00:00:00Z", failure: "x" },
    false,
  ],
])("one is tried again an hour after a failure: %s", (_what, last, isTooSoon) => {
  expect(hasJustFailed(Date.parse("2026-11-20T04:10:00Z"), last)).toBe(isTooSoon);
});
