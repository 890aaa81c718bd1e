import type { PlayedMatch } from "@club/contract";
import { expect, test } from "vitest";
import { averageOf, outcomeFor } from "./form.ts";

const match = (
  [home, away]: readonly [string, string],
  score: readonly [number, number],
  facts: PlayedMatch["facts"] = {},
): PlayedMatch => ({
  at: "2026-01-10T15:00:00.000Z",
  competition: "Northern League",
  home,
  away,
  score: { home: score[0], away: score[1] },
  facts,
});

const PLAYED = [
  match(["Moor", "Quay"], [2, 0], { corners: { home: 6, away: 3 }, yellow: { home: 1, away: 4 } }),
  match(["Town", "Moor"], [1, 1], { corners: { home: 2, away: 9 }, red: { home: 0, away: 1 } }),
  match(["Vale", "Moor"], [3, 1]),
];

test("a match is told from the side's own view, at home and away", () => {
  expect(PLAYED.map((each) => outcomeFor("Moor", each))).toEqual(["won", "drawn", "lost"]);
  expect(outcomeFor("Quay", PLAYED[0]!)).toBe("lost");
});

test("averages count the matches that say anything, for the side alone", () => {
  expect(averageOf("scored", "Moor", PLAYED)).toBeCloseTo(4 / 3);
  expect(averageOf("conceded", "Moor", PLAYED)).toBeCloseTo(4 / 3);
  expect(averageOf("corners", "Moor", PLAYED)).toBe(7.5);
  expect(averageOf("cards", "Moor", PLAYED)).toBe(1);
  expect(averageOf("shots", "Moor", PLAYED)).toBeUndefined();
  expect(averageOf("scored", "Moor", [])).toBeUndefined();
});
