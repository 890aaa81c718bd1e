import { describe, expect, test } from "vitest";
import { type PoolCode, poolOf } from "../bets/bet-types.ts";

/* The winners of the pools that came later, as docs/rules/any-order.md and dead-heats.md say them. */

describe("who wins on the order of finish, all with equal shares", () => {
  test.each<[PoolCode, string, number[][], string]>([
    ["QUINELLA_PLACE", "two of the first three", [[3], [1], [2], [5]], "1-2 1-3 2-3"],
    ["QUINELLA_PLACE", "a dead heat for second", [[3], [1, 2], [5]], "1-2 1-3 2-3"],
    [
      "QUINELLA_PLACE",
      "two thirds, their own pair too",
      [[3], [1], [2, 5]],
      "1-2 1-3 1-5 2-3 2-5 3-5",
    ],
    ["QUINELLA_PLACE", "three seconds", [[3], [1, 2, 5]], "1-2 1-3 1-5 2-3 2-5 3-5"],
    ["QUINELLA_PLACE", "four firsts", [[1, 2, 3, 5], [4]], "1-2 1-3 1-5 2-3 2-5 3-5"],
    ["QUINELLA_PLACE", "fewer than three finishers", [[3], [1]], ""],
    ["QUINELLA_PLACE", "one finisher", [[3]], ""],
    ["TRIO", "the first three in any order", [[7], [3], [1], [2]], "1-3-7"],
    ["TRIO", "a dead heat for third", [[7], [3], [1, 2]], "1-3-7 2-3-7"],
    ["TRIO", "three seconds", [[7], [1, 2, 3]], "1-2-7 1-3-7 2-3-7"],
    ["TRIO", "a dead heat for first", [[7, 3], [1], [2]], "1-3-7"],
    ["TRIO", "fewer than three finishers", [[7, 3]], ""],
    ["ANY4", "the first four in any order", [[7], [3], [1], [2], [5]], "1-2-3-7"],
    ["ANY4", "a dead heat for fourth", [[7], [3], [1], [2, 5]], "1-2-3-7 1-3-5-7"],
    ["ANY4", "fewer than four finishers", [[7], [3], [1]], ""],
  ])("%s, %s", (code, _, placings, winners) => {
    const shares = poolOf(code).winners({ placings, places: 3 });
    const names = shares.map(({ numbers }) => numbers.toSorted((a, b) => a - b).join("-"));
    expect(names.toSorted().join(" ")).toBe(winners);
    const ofEach = shares.map(({ share }) => [share.top, share.bottom]);
    expect(ofEach).toEqual(names.map(() => [1n, BigInt(names.length)]));
  });
});
