import { describe, expect, test } from "vitest";
import { faultsOfRules, RULE_SET_NAME } from "./rule-bounds.ts";
import { POOL_CODES } from "../bets/bet-types.ts";
import { rulesOf, rulesToFile } from "../proofs/race-file-facts.ts";
import { AU_STD, completeRules, HK, offersPool, RULE_SETS, type RuleSet } from "./rule-sets.ts";

const fieldsOf = (rules: RuleSet): string[] =>
  faultsOfRules(rules).map(({ field, kind }) => `${field} ${kind}`);
const row = (minStarters: number, places: number, handicapOnly = false) => ({
  minStarters,
  places,
  handicapOnly,
});

test("every rule set that ships is within the bounds", () => {
  for (const rules of Object.values(RULE_SETS)) expect(fieldsOf(rules), rules.name).toEqual([]);
});

describe("a figure out of its bounds is named", () => {
  test.each<[string, Partial<RuleSet>, string[]]>([
    [
      "takeout over 35 %",
      { takeoutBps: { ...AU_STD.takeoutBps, WIN: 3501 } },
      ["takeout_bps.WIN range"],
    ],
    [
      "takeout below nothing",
      { takeoutBps: { ...AU_STD.takeoutBps, DOUBLE_WIN: -1 } },
      ["takeout_bps.DOUBLE_WIN range"],
    ],
    [
      "half a basis point",
      { takeoutBps: { ...AU_STD.takeoutBps, PLACE: 14.5 } },
      ["takeout_bps.PLACE range"],
    ],
    [
      "a winner that gets less than his stake",
      { minDividendCents: { ...AU_STD.minDividendCents, FIRST4: 99 } },
      ["min_dividend_cents.FIRST4 range"],
    ],
    [
      "a step of seven cents",
      { rounding: { ...AU_STD.rounding, EXACTA: { kind: "down", stepCents: 7 } } },
      ["rounding.EXACTA step"],
    ],
    [
      "a trifecta of three",
      { minStarters: { ...AU_STD.minStarters, TRIFECTA: 3 } },
      ["min_starters.TRIFECTA range"],
    ],
    ["a second prize of more than half", { minorBps: { PICK6: 5001 } }, ["minor_bps.PICK6 range"]],
    [
      "a quinella place of two",
      { minStarters: { ...AU_STD.minStarters, QUINELLA_PLACE: 2 } },
      ["min_starters.QUINELLA_PLACE range"],
    ],
    [
      "a jackpot of WIN",
      { noWinner: { ...AU_STD.noWinner, WIN: "JACKPOT" } },
      ["no_winner.WIN jackpot"],
    ],
    ["no row of places", { places: [] }, ["places range"]],
    ["as many places as starters", { places: [row(3, 3)] }, ["places.0.places range"]],
    [
      "a row that is never reached",
      { places: [row(5, 2), row(8, 3)] },
      ["places.1.min_starters order"],
    ],
    [
      "a handicap's row behind one for all",
      { places: [row(8, 3), row(8, 3, true)] },
      ["places.1.min_starters order"],
    ],
  ])("%s", (_name, change, fields) => {
    expect(fieldsOf({ ...AU_STD, ...change })).toEqual(fields);
  });

  test("a handicap's row stands before one of as many starters", () => {
    expect(fieldsOf({ ...AU_STD, places: [row(8, 4, true), row(8, 3), row(5, 2)] })).toEqual([]);
  });
});

test.each([
  ["CLUB_2026", true],
  ["AU_STD", true],
  ["A", false],
  ["club", false],
  ["2CLUB", false],
  ["A B", false],
])("%s as a name: %s", (name, isOne) => {
  expect(RULE_SET_NAME.test(name)).toBe(isOne);
});

describe("a rule set that is older than some pools", () => {
  const { minorBps: _, ...older } = AU_STD;
  const without = (figures: object) =>
    Object.fromEntries(Object.entries(figures).filter(([code]) => code !== "TRIO"));
  const stored = {
    ...older,
    name: "CLUB_2026",
    takeoutBps: { ...without(AU_STD.takeoutBps), WIN: 1234 },
    minStarters: without(AU_STD.minStarters),
    rounding: without(AU_STD.rounding),
  } as unknown as RuleSet;

  test("does not offer them, and offers all others", () => {
    expect(POOL_CODES.filter((code) => !offersPool(stored, code))).toEqual(["TRIO"]);
    expect(POOL_CODES.every((code) => offersPool(AU_STD, code))).toBe(true);
  });

  test("is completed by the figures that ship, and keeps its own", () => {
    const complete = completeRules(stored);
    expect(faultsOfRules(complete)).toEqual([]);
    expect(complete).toEqual({
      ...AU_STD,
      name: "CLUB_2026",
      takeoutBps: { ...AU_STD.takeoutBps, WIN: 1234 },
    });
    expect(completeRules(HK)).toEqual(HK);
    const oldHk = { ...HK, takeoutBps: without(HK.takeoutBps) } as unknown as RuleSet;
    expect(completeRules(oldHk)).toEqual(HK);
  });

  test("has the same public form as before it was known", () => {
    expect(rulesToFile(stored)).not.toHaveProperty("minor_bps");
    expect(rulesOf(rulesToFile(AU_STD))).toEqual(AU_STD);
  });
});
