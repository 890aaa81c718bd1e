import { expect, test } from "vitest";
import { centsOfText } from "./cents-of-text.ts";

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
