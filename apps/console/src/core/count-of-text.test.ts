import { expect, test } from "vitest";
import { countOfText } from "./count-of-text.ts";

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
