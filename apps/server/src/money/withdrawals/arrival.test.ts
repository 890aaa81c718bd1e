import { expect, test } from "vitest";
import { arrivesBy } from "./arrival.ts";

const cases: [string, string, string, string][] = [
  [
    "a Friday evening: Monday",
    "2026-11-20T09:00:00Z",
    "Australia/Sydney",
    "2026-11-23T06:00:00.000Z",
  ],
  ["a Monday: Tuesday", "2026-11-23T01:00:00Z", "Australia/Sydney", "2026-11-24T06:00:00.000Z"],
  ["a Saturday: Monday", "2026-11-21T01:00:00Z", "UTC", "2026-11-23T17:00:00.000Z"],
  [
    "Thursday in UTC is Friday in Sydney",
    "2026-11-19T14:00:00Z",
    "Australia/Sydney",
    "2026-11-23T06:00:00.000Z",
  ],
];
test.each(cases)("%s", (_what, payable, zone, by) => {
  expect(arrivesBy(Date.parse(payable), zone).toISOString()).toBe(by);
});
