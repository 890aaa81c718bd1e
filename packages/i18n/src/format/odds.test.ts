import { describe, expect, test } from "vitest";
import { formatOddsAs, isOddsFormat, ODDS_FORMATS, readOdds, type OddsFormat } from "./odds.ts";

describe("fixed odds in four ways", () => {
  test.each<[number, string, string, string, string]>([
    [1850, "1.85", "17/20", "−117.6", "0.85"],
    [2000, "2.00", "1/1", "+100", "1.00"],
    [4400, "4.40", "17/5", "+340", "3.40"],
    [1500, "1.50", "1/2", "−200", "0.50"],
    [10500, "10.50", "19/2", "+950", "9.50"],
    [1001, "1.001", "1/1000", "−100000", "0.001"],
    [2105, "2.105", "221/200", "+110.5", "1.105"],
  ])("%i: %s, %s, %s, %s", (milli, decimal, fractional, american, hongKong) => {
    const texts = ODDS_FORMATS.map((format) => formatOddsAs(milli, format, "en"));
    expect(texts).toEqual([decimal, fractional, american, hongKong]);
  });

  test("are written by the language's habit", () => {
    expect(formatOddsAs(1850, "decimal", "fr")).toBe("1,85");
    expect(formatOddsAs(1850, "american", "es")).toBe("−117,6");
  });

  test.each(ODDS_FORMATS)("every price survives being written and read as %s", (format) => {
    const lost: number[] = [];
    for (let milli = 1001; milli <= 12_000; milli += 1) {
      if (
        readOdds(formatOddsAs(milli, format, "en").replace(/,(?=\d{3}\.)/, ""), format) !== milli
      ) {
        lost.push(milli);
      }
    }
    expect(lost).toEqual([]);
  });

  test.each<[string, OddsFormat]>([
    ["", "decimal"],
    ["1", "decimal"],
    ["1.85x", "decimal"],
    ["0", "hong_kong"],
    ["-1", "hong_kong"],
    ["1/0", "fractional"],
    ["0/5", "fractional"],
    ["0", "american"],
  ])("%o is no price (%s)", (text, format) => {
    expect(readOdds(text, format)).toBeUndefined();
  });

  test("a comma is a decimal point too", () => {
    expect(readOdds("1,85", "decimal")).toBe(1850);
  });

  test("only the four are formats", () => {
    expect(ODDS_FORMATS.every(isOddsFormat)).toBe(true);
    expect(isOddsFormat("roman")).toBe(false);
  });
});
