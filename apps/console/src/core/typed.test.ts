import { expect, test } from "vitest";
import { setClubZone } from "./time.ts";
import { centsOfText, countOfText, instantOfInput, localInput } from "./typed.ts";

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12,50", 1250],
  ["0.01", 1],
  [" 1 000.00 ", 100_000],
  ["8.29", 829],
])("%s is %i cents", (text, cents) => {
  expect(centsOfText(text)).toBe(cents);
});

test.each(["", "0", "0.00", "-5", "1.234", "1e3", "ten", ".", "1.", "1,000.00", "9999999999"])(
  "%s is no amount",
  (text) => {
    expect(centsOfText(text)).toBeUndefined();
  },
);

test.each([
  ["12", 12],
  [" +12 ", 12],
  ["-3", -3],
  ["−3", -3],
  ["0", 0],
])("%j is %s", (text, count) => {
  expect(countOfText(text)).toBe(count);
});

test.each(["", "1.5", "1e3", "ten", "1234567", "--1", "١٢"])("%j is no count", (text) => {
  expect(countOfText(text)).toBeUndefined();
});

test("a field shows and means the club's clock, also where its clock jumps", () => {
  setClubZone("Pacific/Auckland");
  expect(localInput("2026-11-22T10:05:00.000Z")).toBe("2026-11-22T23:05");
  expect(instantOfInput("2026-11-22T23:05")).toBe("2026-11-22T10:05:00.000Z");
  expect(instantOfInput("2026-09-27T02:30")).toBeUndefined();
  setClubZone("UTC");
});

test("a time goes into the field and comes back the same", () => {
  const instant = "2026-11-22T10:05:00.000Z";
  expect(instantOfInput(localInput(instant))).toBe(instant);
  expect(instantOfInput(localInput(Date.parse(instant)))).toBe(instant);
  expect([localInput(null), localInput(undefined)]).toEqual(["", ""]);
  expect([instantOfInput(""), instantOfInput("x")]).toEqual([undefined, undefined]);
});
