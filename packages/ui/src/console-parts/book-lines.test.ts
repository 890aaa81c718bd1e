import { expect, test } from "vitest";
import { bookTicks, spreadLabels } from "./book-lines.ts";

test("a scale has round lines around all values, and zero where money is drawn", () => {
  expect(bookTicks([-97_000, 150_700], true)).toEqual([-100_000, 0, 100_000, 200_000]);
  expect(bookTicks([3000, 9000], true)).toEqual([0, 2500, 5000, 7500, 10_000]);
  expect(bookTicks([1850, 4400], false)).toEqual([1000, 2000, 3000, 4000, 5000]);
  expect(bookTicks([0, 0], true)).toEqual([0, 100]);
  expect(bookTicks([2000, 2000], false)).toEqual([2000, 2010]);
  expect(bookTicks([], true)).toEqual([0, 100]);
  // Lines a whole unit apart have different texts; closer ones would not.
  expect(bookTicks([0, 120], true)).toEqual([0, 100, 200]);
});

test("names at the ends of lines never cover each other, and stay above the bottom", () => {
  expect(spreadLabels([50, 100], 200, 15)).toEqual([50, 100]);
  expect(spreadLabels([100, 100, 98], 200, 15)).toEqual([100, 85, 70]);
  expect(spreadLabels([210, 205], 200, 15)).toEqual([200, 185]);
});
