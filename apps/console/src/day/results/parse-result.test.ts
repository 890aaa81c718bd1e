import fc from "fast-check";
import { expect, test } from "vitest";
import { parseResult, placesOf, writeResult } from "./parse-result.ts";

const FIELD = { runners: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], scratched: [5] };

test.each([
  ["4 7=9 2", [[4], [7, 9], [2]]],
  ["4,7=9,2", [[4], [7, 9], [2]]],
  ["  4  9 = 7   2 ", [[4], [7, 9], [2]]],
  ["1=2=3 4", [[1, 2, 3], [4]]],
  ["4;7/9", [[4], [7], [9]]],
  ["４　７＝９、２", [[4], [7, 9], [2]]],
  ["11", [[11]]],
])("%s", (text, groups) => {
  expect(parseResult(text, FIELD)).toEqual({ groups, unplaced: [], faults: [] });
});

test.each([
  ["4 7=9 2 dq 8 dnf 11 1", [[4], [7, 9], [2]], "1 dnf, 8 dq, 11 dnf"],
  ["4 DNF 2 DSQ 3", [[4]], "2 dnf, 3 dq"],
  ["4 dq 8 dq 1", [[4]], "1 dq, 8 dq"],
])("%s names who has no place", (text, groups, out) => {
  const result = parseResult(text, FIELD);
  expect(result).toMatchObject({ groups, faults: [] });
  const said = result.unplaced.map(
    ({ number, why }) => `${number} ${why === "disqualified" ? "dq" : "dnf"}`,
  );
  expect(said.join(", ")).toBe(out);
  // Written and parsed again it stays the same.
  expect(parseResult(writeResult(groups, result.unplaced), FIELD)).toEqual(result);
});

test.each([
  ["dq 4", "empty", undefined],
  ["4 7 dnf 4", "twice", "4"],
  ["4 dq 5", "scratched", "5"],
  ["", "empty", undefined],
  ["   ", "empty", undefined],
  ["4 x 2", "character", "x"],
  ["4 0 2", "character", "0"],
  ["4 7= 2 8=", "tie-open", "8="],
  ["=4", "tie-open", "=4"],
  ["4 12", "unknown", "12"],
  ["4 5", "scratched", "5"],
  ["4 7 4", "twice", "4"],
  ["7=7", "twice", "7"],
])("%s is refused: %s", (text, kind, at) => {
  expect(parseResult(text, FIELD).faults[0]).toEqual(at === undefined ? { kind } : { kind, at });
});

test("a dead heat takes the places of all who are in it", () => {
  expect(placesOf([[4], [7, 9], [2]])).toEqual([1, 2, 4]);
  expect(placesOf([[1, 2, 3], [4]])).toEqual([1, 4]);
});

// What the field shows is what was meant: writing a result and parsing it again gives the same.
test("a written result reads back", () => {
  const live = FIELD.runners.filter((runner) => !FIELD.scratched.includes(runner));
  const results = fc.shuffledSubarray(live, { minLength: 1 }).chain((order) =>
    fc.array(fc.boolean(), { minLength: order.length, maxLength: order.length }).map((ties) =>
      order.reduce<number[][]>((groups, runner, index) => {
        const group = groups.at(-1);
        if (ties[index] === true && group !== undefined) group.push(runner);
        else groups.push([runner]);
        return groups;
      }, []),
    ),
  );
  fc.assert(
    fc.property(results, (groups) => {
      const sorted = groups.map((group) => group.toSorted((a, b) => a - b));
      expect(parseResult(writeResult(groups), FIELD)).toEqual({
        groups: sorted,
        unplaced: [],
        faults: [],
      });
    }),
  );
});
