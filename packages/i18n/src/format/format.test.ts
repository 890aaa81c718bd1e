import { describe, expect, test } from "vitest";
import type { Language } from "../language.ts";
import { chooseLanguage } from "../language.ts";
import { formatCountdown, formatDuration } from "./countdown.ts";
import {
  addDays,
  dayAt,
  formatDate,
  formatDay,
  formatDayRange,
  formatRelativeDay,
  formatTime,
  formatTimeExact,
  formatWeekday,
} from "./date.ts";
import { formatDividend, formatMoney, formatOdds, type MoneyOptions } from "./money.ts";
import { formatMoneyShort } from "./money-short.ts";
import { formatCount } from "./number.ts";

/** Intl writes narrow and fixed spaces: the tables below write a plain one. */
const plainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("money", () => {
  test.each<[bigint | number, Language, MoneyOptions, string]>([
    [128450n, "en", {}, "$1,284.50"],
    [128450, "en", { plain: true }, "1,284.50"],
    [-2000n, "en", {}, "\u2212$20.00"],
    [-5n, "en", {}, "\u2212$0.05"],
    [12050n, "en", { sign: "always" }, "+$120.50"],
    [0n, "en", { sign: "always" }, "$0.00"],
    [-2000n, "en", { sign: "never" }, "$20.00"],
    [1000n, "en", { decimals: "whole" }, "$10"],
    [1050n, "en", { decimals: "whole" }, "$10.50"],
    [900719925474099312n, "en", {}, "$9,007,199,254,740,993.12"],
    [128450n, "es", {}, "1.284,50 $"],
    [128450n, "fr", {}, "1 284,50 $"],
    [128450n, "zh-Hans", {}, "$1,284.50"],
    [128450n, "zh-Hant", {}, "$1,284.50"],
  ])("%s cents in %s %o: %s", (cents, language, options, text) => {
    expect(plainSpaces(formatMoney(cents, "AUD", language, options))).toBe(text);
  });

  test.each<[Language, string, string]>([
    ["en", "$22.3K", "$320.9K"],
    ["es", "22,3 mil $", "320,9 mil $"],
    ["fr", "22,3 k $", "320,9 k $"],
    ["zh-Hans", "$2.2万", "$32万"],
    ["zh-Hant", "$2.2萬", "$32萬"],
  ])("a large estimate in few letters, rounded down, in %s: %s", (language, less, more) => {
    expect(plainSpaces(formatMoneyShort(2_239_999n, "AUD", language))).toBe(less);
    expect(plainSpaces(formatMoneyShort(32_099_999, "AUD", language))).toBe(more);
  });

  test.each([
    [400n, "4.00"],
    [75370n, "753.70"],
    [1234500n, "12,345.00"],
  ])("a dividend of %s cents: %s", (cents, text) => {
    expect(formatDividend(cents)).toBe(text);
  });

  test.each([
    [1850, "1.85"],
    [1855, "1.855"],
    [10000, "10.00"],
  ])("odds of %i thousandths: %s", (milli, text) => {
    expect(formatOdds(milli)).toBe(text);
  });

  test("a count", () => {
    expect(formatCount(3204, "en")).toBe("3,204");
    expect(plainSpaces(formatCount(3204, "fr"))).toBe("3 204");
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe("the countdown", () => {
  test.each([
    [3 * MINUTE + 12 * SECOND, "3:12", "", "", "amber"],
    [9 * MINUTE + 59 * SECOND, "9:59", "", "", "calm"],
    [10 * MINUTE, "10", "min", "", "calm"],
    [28 * MINUTE + 40 * SECOND, "28", "min", "", "calm"],
    [60 * MINUTE, "1", "h", "00", "calm"],
    [183 * MINUTE, "3", "h", "03", "calm"],
    [7 * MINUTE, "7:00", "", "", "amber"],
    [7 * MINUTE + 1, "7:01", "", "", "calm"],
    [2 * MINUTE, "2:00", "", "", "lamp"],
    [2 * MINUTE + 1, "2:01", "", "", "amber"],
    [1, "0:01", "", "", "lamp"],
    [0, "0:00", "", "", "lamp"],
    [-5 * MINUTE, "0:00", "", "", "lamp"],
  ])("%i ms left: %s %s %s, %s", (leftMs, text, unit, rest, tone) => {
    expect(formatCountdown(leftMs)).toEqual({ text, unit, rest, tone });
  });

  test("time signed in", () => {
    expect(formatDuration(48 * MINUTE)).toBe("0:48");
    expect(formatDuration(125 * MINUTE)).toBe("2:05");
  });
});

describe("days and times", () => {
  const at = "2026-11-21T03:32:07.482Z";
  const zone = "Australia/Sydney";

  test("are those of the venue", () => {
    expect(formatTime(at, zone, "en")).toBe("14:32");
    expect(formatTimeExact(at, zone)).toBe("14:32:07.482");
    expect(dayAt("2026-11-20T13:30:00Z", zone)).toBe("2026-11-21");
    expect(dayAt("2026-11-20T13:30:00Z", "UTC")).toBe("2026-11-20");
  });

  test("midnight is 00:00", () => {
    expect(formatTime("2026-11-20T13:00:00Z", zone, "en")).toBe("00:00");
  });

  test.each<[Language, string, string]>([
    ["en", "Sat 21 Nov 2026", "Sat 21 Nov"],
    ["es", "sáb 21 nov 2026", "sáb 21 nov"],
    ["fr", "sam. 21 nov. 2026", "sam. 21 nov."],
    ["zh-Hans", "2026年11月21日周六", "11月21日周六"],
    ["zh-Hant", "2026年11月21日週六", "11月21日週六"],
  ])("in %s: %s, %s", (language, date, day) => {
    expect(formatDate(at, zone, language)).toBe(date);
    expect(formatDay(at, zone, language)).toBe(day);
  });

  test("a range says once what is common", () => {
    const range = formatDayRange("2026-11-01", "2026-11-21", "en");
    expect(range.replace(/\s/g, " ")).toBe("1 – 21 Nov 2026");
  });

  test.each<[string, Language, string]>([
    ["2026-11-21", "en", "Today"],
    ["2026-11-22", "en", "Tomorrow"],
    ["2026-11-20", "en", "Yesterday"],
    ["2026-11-23", "en", "Mon 23 Nov"],
    ["2026-11-22", "es", "Mañana"],
    ["2026-11-20", "fr", "Hier"],
    ["2026-11-21", "zh-Hant", "今天"],
  ])("%s in %s is %s", (day, language, text) => {
    expect(formatRelativeDay(day, "2026-11-21", language)).toBe(text);
  });

  test("weekday and arithmetic of days", () => {
    expect(formatWeekday("2026-11-21", "en")).toBe("Sat");
    expect(formatWeekday("2026-11-21", "fr")).toBe("Sam.");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });
});

test.each<[string[], Language]>([
  [["fr-CA", "en"], "fr"],
  [["de", "es-MX"], "es"],
  [["zh-HK"], "zh-Hant"],
  [["zh-Hant-TW"], "zh-Hant"],
  [["zh-CN"], "zh-Hans"],
  [["de"], "en"],
])("a browser that prefers %j gets %s", (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language);
});
