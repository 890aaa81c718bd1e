import { expect, test } from "vitest";
import { inputOfStart, laterStart, startOfInput } from "./card-start.ts";

const ZONE = "Australia/Melbourne";

test.each([
  ["2027-01-16 13:30", ZONE, "2027-01-16T13:30"],
  ["2027-01-16T13:30:00", ZONE, "2027-01-16T13:30"],
  ["2027-01-16T02:30:00.000Z", ZONE, "2027-01-16T13:30"],
  ["2027-01-15T20:30:00-06:00", ZONE, "2027-01-16T13:30"],
  ["", ZONE, ""],
  // The field cannot show these: they are shown as they are written.
  ["2027-01-16T02:30:10.000Z", ZONE, undefined],
  ["2027-01-16T02:30:00.000Z", "Australia/Melb", undefined],
  ["half past one", ZONE, undefined],
])("%j in %s is %j in a field", (written, zone, shown) => {
  expect(inputOfStart(written, zone)).toBe(shown);
});

test("a field writes the venue's local time", () => {
  expect(startOfInput("2027-01-16T13:30")).toBe("2027-01-16 13:30");
});

test.each([
  ["2027-01-16 13:30", "2027-01-16 14:00"],
  ["2027-12-31T23:45", "2028-01-01 00:15"],
  ["2027-01-16T02:30:00.000Z", "2027-01-16T03:00:00.000Z"],
  ["2027-01-16 25:30", ""],
  ["soon", ""],
  ["", ""],
])("half an hour after %j is %j", (written, next) => {
  expect(laterStart(written)).toBe(next);
});
