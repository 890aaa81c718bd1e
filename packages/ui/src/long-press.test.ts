import { expect, test } from "vitest";
import { LONG_PRESS_MS, LONG_PRESS_PX, movedAway } from "./long-press.ts";

// Section 9 of the specification.

test("a long press fires after 350 ms and bears 10 px", () => {
  expect([LONG_PRESS_MS, LONG_PRESS_PX]).toEqual([350, 10]);
  const from = { x: 100, y: 100 };
  expect(movedAway(from, { x: 110, y: 100 })).toBe(false);
  expect(movedAway(from, { x: 106, y: 108 })).toBe(false);
  expect(movedAway(from, { x: 111, y: 100 })).toBe(true);
  expect(movedAway(from, { x: 108, y: 108 })).toBe(true);
});
