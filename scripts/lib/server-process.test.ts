import { expect, test } from "vitest";
import { pauseSeconds } from "./server-process.ts";

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 4],
  [4, 8],
  [5, 16],
  [6, 30],
  [40, 30],
])("after %i failures the pause is %i s", (failures, seconds) => {
  expect(pauseSeconds(failures)).toBe(seconds);
});
