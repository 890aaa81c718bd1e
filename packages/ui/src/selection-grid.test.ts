import { describe, expect, test } from "vitest";
import { moveInGrid, toggleInOrder } from "./selection-grid.ts";

describe("the keys of the grid", () => {
  const rows = [true, false, true, true]; // The second runner is scratched.

  test.each([
    ["ArrowDown", [0, 1], [2, 1]],
    ["ArrowUp", [2, 1], [0, 1]],
    ["ArrowUp", [0, 0], undefined],
    ["ArrowDown", [3, 0], undefined],
    ["ArrowRight", [2, 0], [2, 1]],
    ["ArrowRight", [2, 3], undefined],
    ["ArrowLeft", [2, 0], undefined],
    ["Home", [2, 3], [2, 0]],
    ["End", [2, 0], [2, 3]],
    ["a", [2, 0], undefined],
  ] as const)("%s from %j leads to %j", (key, [row, column], to) => {
    const expected = to === undefined ? undefined : { row: to[0], column: to[1] };
    expect(moveInGrid(key, { row, column }, { rows, columns: 4 })).toEqual(expected);
  });
});

test.each([
  [["3"], "1", 3, ["3", "1"]],
  [["3", "1"], "3", 3, ["1"]],
  [["3", "1", "2"], "5", 3, ["3", "1", "2"]],
  [[], "5", 1, ["5"]],
])("%j and %s, at most %i: %j", (chosen, id, most, after) => {
  expect(toggleInOrder(chosen, id, most)).toEqual(after);
});
