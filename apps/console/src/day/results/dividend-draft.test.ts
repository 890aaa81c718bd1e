import { expect, test } from "vitest";
import type { DeclaredEntry } from "@club/contract";
import {
  askFor,
  draftOf,
  emptyDraft,
  entriesOf,
  isComplete,
  isSameDeclared,
  isWrong,
  keyOf,
  type DividendDraft,
  type WaitingPool,
} from "./dividend-draft.ts";

const WIN: WaitingPool = {
  pool: "WIN",
  race_id: "three",
  race_id2: null,
  combinations: ["7"],
};
const doubleOf = (leg1: string, combinations: string[]): WaitingPool => ({
  pool: "DOUBLE_WIN",
  race_id: leg1,
  race_id2: "three",
  combinations,
});
const [FIRST, SECOND] = [doubleOf("one", ["4-7"]), doubleOf("two", ["4-7", "4-F"])];

function typed(draft: DividendDraft, texts: readonly [WaitingPool, string, string][]) {
  const all = texts.map(([pool, combination, text]) => [keyOf(pool, combination), text]);
  return { ...draft, texts: { ...draft.texts, ...Object.fromEntries(all) } };
}

const ASKED = askFor(emptyDraft("7 1 2"), [WIN, FIRST, SECOND, { ...WIN, combinations: [] }]);

test("two doubles that end in one race are told apart by their pair", () => {
  const draft = typed(ASKED, [
    [WIN, "7", "3.40"],
    [FIRST, "4-7", "12"],
    [SECOND, "4-7", "30,5"],
    [SECOND, "4-F", "1.50"],
  ]);
  expect(entriesOf(draft)).toEqual([
    { pool: "WIN", combination: "7", dividend_cents: 340 },
    {
      race_id: "one",
      race_id2: "three",
      pool: "DOUBLE_WIN",
      combination: "4-7",
      dividend_cents: 1200,
    },
    {
      race_id: "two",
      race_id2: "three",
      pool: "DOUBLE_WIN",
      combination: "4-7",
      dividend_cents: 3050,
    },
    {
      race_id: "two",
      race_id2: "three",
      pool: "DOUBLE_WIN",
      combination: "4-F",
      dividend_cents: 150,
    },
  ]);
  expect(isComplete(draft)).toBe(true);
});

test("what is empty or no dividend is not sent, and is missing", () => {
  const draft = typed(ASKED, [
    [WIN, "7", ""],
    [FIRST, "4-7", "-3"],
    [SECOND, "4-7", "x"],
    [SECOND, "4-F", "1.50"],
  ]);
  expect(entriesOf(draft)).toHaveLength(1);
  expect(isComplete(draft)).toBe(false);
  expect(["", " ", "1.50", "x", "-3", "0"].map(isWrong)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test("what was typed stays when more is asked for", () => {
  const draft = typed(askFor(emptyDraft("7 1 2"), [FIRST]), [[FIRST, "4-7", "12"]]);
  const more = askFor(draft, [{ ...FIRST, combinations: ["5-7"] }]);
  expect(entriesOf(more).map((entry) => "combination" in entry && entry.combination)).toEqual([
    "4-7",
  ]);
  expect(more.pools.map(({ combinations }) => combinations)).toEqual([["4-7", "5-7"]]);
  expect(isComplete(more)).toBe(false);
});

const DECLARED: DeclaredEntry[] = [
  { pool: "WIN", combination: "7", dividend_cents: 340 },
  {
    pool: "DOUBLE_WIN",
    race_id: "two",
    race_id2: "three",
    combination: "4-7",
    dividend_cents: 3050,
  },
  { pool: "PLACE", refunded: true },
];
const before = { of: "7 1 2", race_id: "three", entries: DECLARED, asked: [] };

test("what was declared with a result stands in its fields, and is sent as it was", () => {
  const draft = draftOf({ ...before, asked: [SECOND], isShown: true });
  expect(draft.texts[keyOf(WIN, "7")]).toBe("3.40");
  expect(isSameDeclared(entriesOf(draft), DECLARED.toReversed())).toBe(true);
  // The dry run misses one more of that double.
  expect(isComplete(draft)).toBe(false);
  const whole = typed(draft, [[SECOND, "4-F", "1.50"]]);
  expect(isComplete(whole)).toBe(true);
  expect(isSameDeclared(entriesOf(whole), DECLARED)).toBe(false);
});

test("the second operator sees which dividends are asked for, and none of them", () => {
  const draft = draftOf({ ...before, isShown: false });
  expect(draft.pools.map((pool) => [pool.pool, pool.race_id, pool.combinations])).toEqual([
    ["WIN", "three", ["7"]],
    ["DOUBLE_WIN", "two", ["4-7"]],
  ]);
  expect(draft.texts).toEqual({});
  expect(entriesOf(draft)).toEqual([]);
});
