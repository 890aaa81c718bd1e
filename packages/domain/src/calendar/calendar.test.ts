import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { addDays, dayOfNumber, isDay, numberOfDay, weekdayOf } from "./day.ts";
import { localDay, startOfDay, zonedInstant } from "./race-day.ts";

const SYDNEY = "Australia/Sydney";

test("days are those of the calendar", () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_000, max: 2_900_000 }), (number) => {
      const date = new Date(number * 86_400_000);
      const day = dayOfNumber(number);
      expect(day).toBe(date.toISOString().slice(0, 10));
      expect(numberOfDay(day)).toBe(number);
      expect(weekdayOf(day)).toBe((date.getUTCDay() + 6) % 7);
      expect(addDays(day, 40)).toBe(dayOfNumber(number + 40));
    }),
    LAWS,
  );
});

test.each([
  ["2026-11-20", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-04-31", false],
  ["2026-1-1", false],
  ["", false],
])("%s is a day: %s", (text, expected) => expect(isDay(text)).toBe(expected));

describe("a zone's clock", () => {
  test.each<[string, string, string, string | null]>([
    ["a plain day", "2026-11-20", "19:15", "2026-11-20T08:15:00Z"],
    ["jumped over", "2026-10-04", "02:30", null],
    ["just before the jump", "2026-10-04", "01:59", "2026-10-03T15:59:00Z"],
    ["just after the jump", "2026-10-04", "03:00", "2026-10-03T16:00:00Z"],
    ["twice: the first", "2026-04-05", "02:30", "2026-04-04T15:30:00Z"],
    ["no such time", "2026-04-05", "24:00", null],
    ["no such day", "2026-02-30", "12:00", null],
  ])("%s: %s %s", (_, day, time, instant) => {
    const expected = instant === null ? null : Date.parse(instant);
    expect(zonedInstant(day, time, SYDNEY)).toBe(expected);
  });

  test("shows the local day", () => {
    expect(localDay(Date.parse("2026-11-19T13:00:00Z"), SYDNEY)).toBe("2026-11-20");
    expect(localDay(Date.parse("2026-11-19T12:59:59.999Z"), SYDNEY)).toBe("2026-11-19");
    expect(localDay(Date.parse("2026-11-20T03:00:00Z"), "America/New_York")).toBe("2026-11-19");
  });

  test("a day begins where the clock jumps over midnight", () => {
    // Chile's summer time begins at midnight: 6 September 2026 starts at 01:00.
    expect(startOfDay("2026-09-06", "America/Santiago")).toBe(Date.parse("2026-09-06T04:00:00Z"));
    expect(startOfDay("2026-11-20", SYDNEY)).toBe(Date.parse("2026-11-19T13:00:00Z"));
  });

  test("and gives back what was put in", () => {
    const zones = fc.constantFrom(
      SYDNEY,
      "Asia/Hong_Kong",
      "Europe/London",
      "America/Santiago",
      "UTC",
    );
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 0, max: 30_000 }),
        fc.nat(1_439),
        (zone, number, minute) => {
          const day = dayOfNumber(number);
          const pad = (value: number) => String(value).padStart(2, "0");
          const time = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
          const instant = zonedInstant(day, time, zone);
          if (instant !== null) expect(localDay(instant, zone)).toBe(day);
          const start = startOfDay(day, zone);
          expect(localDay(start, zone)).toBe(day);
          expect(localDay(start - 1, zone)).toBe(addDays(day, -1));
        },
      ),
      LAWS,
    );
  });
});
