import { expect, test } from "vitest";
import {
  draftFault,
  freeBeside,
  legFault,
  moveLeg,
  toggleLeg,
  wishOf,
  type LaidRace,
  type PoolDraft,
} from "./multi-layout.ts";

const NOW = Date.parse("2026-11-26T10:00:00.000Z");
const race = (raceNo: number, minutes: number, status: LaidRace["status"] = "open"): LaidRace => ({
  raceNo,
  status,
  start_time: new Date(NOW + minutes * 60_000).toISOString(),
});
// Race 3 was delayed behind race 4; race 1 has started, race 6 is closed early.
const RACES = [
  race(1, -5),
  race(2, 30),
  race(3, 95),
  race(4, 90),
  race(5, 120),
  race(6, 150, "closed"),
];
const TREBLE: PoolDraft = {
  id: "t",
  code: "TREBLE",
  name: "Treble",
  races: [2, 4, 3],
  guarantee: "",
  isUsed: false,
};

test.each([
  ["one that has started", { races: [] }, 1, "over"],
  ["one that is closed", { races: [] }, 6, "over"],
  ["a fourth", {}, 5, "full"],
  ["any of a pool with bets", { isUsed: true, races: [] }, 5, "used"],
  ["a free one", { races: [2] }, 5, undefined],
] as const)("%s as a leg", (_, change, raceNo, fault) => {
  expect(legFault({ ...TREBLE, ...change }, RACES[raceNo - 1]!, NOW)).toBe(fault);
});

test("legs stay in order of start, however they were chosen", () => {
  const chosen = [5, 3, 4].reduce((draft, no) => toggleLeg(draft, no, RACES), {
    ...TREBLE,
    races: [] as readonly number[],
  });
  expect(chosen.races).toEqual([4, 3, 5]);
  expect(toggleLeg(chosen, 3, RACES).races).toEqual([4, 5]);
  expect(moveLeg(TREBLE, { from: 2, to: 5 }, RACES).races).toEqual([4, 3, 5]);
  expect(moveLeg(TREBLE, { from: 2, to: 3 }, RACES)).toBe(TREBLE);
});

test("a leg moves to the next race that can be one", () => {
  const beside = (from: number, step: 1 | -1) =>
    freeBeside(TREBLE, { from, step, nowMs: NOW }, RACES);
  expect([beside(2, 1), beside(2, -1), beside(3, 1), beside(4, -1)]).toEqual([
    5,
    undefined,
    5,
    undefined,
  ]);
});

test.each([
  [{ name: " " }, "name"],
  [{ races: [2, 4] }, "legs"],
  [{ guarantee: "much" }, "guarantee"],
  [{ guarantee: "-5" }, "guarantee"],
  [{ guarantee: "0.00" }, undefined],
  [{ guarantee: "50,000" }, "guarantee"],
  [{ guarantee: "50000,50" }, undefined],
] as const)("a draft with %j", (change, fault) => {
  const draft = { ...TREBLE, ...change };
  expect(draftFault(draft, [draft])).toBe(fault);
});

test("two of one code need two names", () => {
  const again = { ...TREBLE, id: "u", name: "Treble " };
  expect(draftFault(again, [TREBLE, again])).toBe("twice");
  expect(draftFault({ ...again, code: "QUADDIE", races: [2, 4, 3, 5] }, [TREBLE])).toBe(undefined);
  expect(wishOf({ ...again, guarantee: "12.5" })).toEqual({
    code: "TREBLE",
    name: "Treble",
    races: [2, 4, 3],
    guarantee_cents: 1250,
  });
});
