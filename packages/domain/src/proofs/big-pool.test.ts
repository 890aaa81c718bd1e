import { expect, test } from "vitest";
import { raceFileOf } from "../../test/race-file.ts";
import type { BetOrder } from "../bets/bet-order.ts";
import { AU_STD } from "../pools/rule-sets.ts";
import { type CanonicalValue, canonicalJson } from "./canonical-json.ts";
import { checkRace } from "./check-race.ts";
import { checkRootOfRace } from "./check-root.ts";
import { readRaceFile } from "./race-file.ts";

const RUNNERS = 24;
const MEGABYTE = 2 ** 20;
const all = Array.from({ length: RUNNERS }, (_, i) => i + 1);

const bet = (betType: BetOrder["betType"], slots: BetOrder["slots"]): BetOrder => ({
  betType,
  slots,
  unitStakeCents: 123_45n,
  unitStake2Cents: null,
});

/** A race of 24 runners on which every combination of a pool was bet. */
function fileOf(bets: readonly BetOrder[]): string {
  const race = {
    rules: AU_STD,
    handicap: false,
    runners: all,
    scratched: [],
    abandoned: false,
    placings: [[4], [7], [2], [9]],
    jackpotInCents: {},
    declared: null,
  };
  return canonicalJson(raceFileOf(race, bets) as unknown as CanonicalValue);
}

function wrongIn(text: string): unknown[] {
  const file = readRaceFile(JSON.parse(text));
  return [...checkRace(file), ...checkRootOfRace(file)].filter(
    ({ verdict }) => verdict === "differs",
  );
}

const combinationsIn = (text: string, code: string): number => {
  const { pools } = readRaceFile(JSON.parse(text));
  return Object.keys(pools.find(({ pool }) => pool === code)?.stakes_cents ?? {}).length;
};

test("a Trifecta of 24 runners with all 12,144 combinations stays below 2 MB, and is equal", () => {
  const text = fileOf([bet(7, [all])]);
  expect(combinationsIn(text, "TRIFECTA")).toBe(12_144);
  expect(text.length).toBeLessThan(2 * MEGABYTE);
  expect(wrongIn(text)).toEqual([]);
});

test("a First 4 of 24 runners keeps all 255,024 combinations in the file: below 6 MB, and equal", () => {
  const text = fileOf(all.map((first) => bet(8, [[first], all, all, all])));
  expect(combinationsIn(text, "FIRST4")).toBe(255_024);
  expect(text.length).toBeLessThan(6 * MEGABYTE);
  expect(wrongIn(text)).toEqual([]);
  // One stake of the quarter of a million that is another cent is found.
  expect(wrongIn(text.replace('"4-7-2-9":12345', '"4-7-2-9":12346'))).not.toEqual([]);
});
