import { expect, test } from "vitest";
import { centsOfTyped, keypadKeyOf, pressKey, typedOfCents, type KeypadKey } from "./keypad.ts";

test.each<[string, KeypadKey[], string]>([
  ["", ["5", "0"], "50"],
  ["", ["0", "5"], "5"],
  ["", ["00"], "0"],
  ["", [".", "5"], "0.5"],
  ["1", [".", "5", "0", "9"], "1.50"],
  ["1.5", ["."], "1.5"],
  ["1", ["00"], "100"],
  ["1.", ["00"], "1.00"],
  ["1.5", ["00"], "1.50"],
  ["9999999", ["9"], "9999999"],
  ["12.50", ["back", "back"], "12."],
  ["", ["back"], ""],
  ["12", ["clear"], ""],
])("%s then %j is %s", (typed, keys, text) => {
  expect(keys.reduce(pressKey, typed)).toBe(text);
});

test.each([
  ["", 0n],
  ["50", 5000n],
  ["10.5", 1050n],
  ["0.05", 5n],
  ["12.", 1200n],
])("%s is %s cents", (typed, cents) => {
  expect(centsOfTyped(typed)).toBe(cents);
});

test.each([
  [0n, ""],
  [5000n, "50"],
  [1050n, "10.50"],
  [5n, "0.05"],
])("%s cents are typed %s", (cents, typed) => {
  expect(typedOfCents(cents)).toBe(typed);
});

test("a hardware keyboard types too", () => {
  expect(["7", ",", "Backspace", "Delete", "a"].map(keypadKeyOf)).toEqual([
    "7",
    ".",
    "back",
    "clear",
    undefined,
  ]);
});
