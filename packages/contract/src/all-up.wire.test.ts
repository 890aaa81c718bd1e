import { describe, expect, test } from "vitest";
import { Refusal } from "@club/domain";
import { isAllUp, nameAllUpField, parseAllUp } from "./all-up.wire.ts";

const leg = (race_id: string, more: object) => ({ race_id, ...more });

function refusalOf(form: Record<string, unknown>): Refusal {
  try {
    parseAllUp(form);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("not refused");
}

test("an All Up is known by its number", () => {
  expect([40, "40", 30, null].map((bet_type) => isAllUp({ bet_type }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("the legs of an All Up", () => {
  test.each<[string, object, string, number[]]>([
    ["a pool and a list", { pool: "QUINELLA", combination: [3, 7] }, "QUINELLA", [3, 7]],
    [
      "a written combination",
      { pool: "QUINELLA_PLACE", combination: "7-3" },
      "QUINELLA_PLACE",
      [7, 3],
    ],
    ["one runner", { pool: "WIN", combination: "3" }, "WIN", [3]],
    ["the picker's label", { pool: "WIN", combination: "3-Northern Tide" }, "WIN", [3]],
    [
      "a bet type and the form's fields",
      { bet_type: 16, horse: [3], horse2: "7" },
      "QUINELLA_PLACE",
      [3, 7],
    ],
    ["a bet type as text", { bet_type: "2", horse: 4 }, "PLACE", [4]],
    [
      "the other spelling of a pair",
      { bet_type: 3, horse1st: 3, horse2nd: "7" },
      "QUINELLA",
      [3, 7],
    ],
    [
      "the same with a pool",
      { pool: "QUINELLA_PLACE", horse1st: [3], horse2nd: [7], horse: "", horse2: null },
      "QUINELLA_PLACE",
      [3, 7],
    ],
    [
      "both spellings",
      { bet_type: 3, horse: 1, horse2: 2, horse1st: 3, horse2nd: 4 },
      "QUINELLA",
      [1, 2],
    ],
    ["a pair in one field", { pool: "QUINELLA", horse: [3, 7] }, "QUINELLA", [3, 7]],
    ["a field of another type", { bet_type: 1, horse: 4, horse2: 9 }, "WIN", [4]],
  ])("%s", (_, more, pool, numbers) => {
    const order = parseAllUp({ legs: [leg("a", more), leg("b", more)], betAmount: "2.50" });
    expect(order).toEqual({
      legs: [
        { raceId: "a", pool, numbers },
        { raceId: "b", pool, numbers },
      ],
      stakeCents: 250n,
    });
  });

  const win = leg("a", { pool: "WIN", combination: [1] });
  test.each<[string, unknown, string, number | undefined]>([
    ["none", [], "bet.nothing_selected", 1],
    ["no list", "abc", "bet.runner_unknown", undefined],
    ["seven", [win, win, win, win, win, win, win], "bet.too_many_combinations", undefined],
    ["a leg that is a list", [win, [1]], "bet.nothing_selected", 2],
    ["no race", [win, { pool: "WIN", combination: [1] }], "bet.race_mismatch", 2],
    ["no pool", [leg("b", { combination: [1] })], "bet.type_unknown", 1],
    ["a pool that is none of its own", [leg("b", { pool: "TRIFECTA" })], "bet.type_unknown", 1],
    ["a bet type of two pools", [leg("b", { bet_type: 9, horse: [1] })], "bet.type_unknown", 1],
    ["a bet type of another pool", [leg("b", { bet_type: 6 })], "bet.type_unknown", 1],
    [
      "a race without a text",
      [leg({ toString: 1 } as never, { pool: "WIN" })],
      "bet.race_mismatch",
      1,
    ],
    ["a type without a number", [leg("b", { bet_type: { valueOf: 1 } })], "bet.type_unknown", 1],
    [
      "what has no text",
      [leg("b", { pool: "WIN", horse: { toString: 1 } })],
      "bet.runner_unknown",
      1,
    ],
    ["no number", [win, leg("b", { pool: "WIN", combination: "x" })], "bet.runner_unknown", 2],
  ])("%s", (_, legs, code, at) => {
    const refusal = refusalOf({ legs, betAmount: 1 });
    expect([refusal.code, refusal.params["field"], refusal.params["leg"]]).toEqual([
      code,
      "legs",
      at,
    ]);
  });

  test("the stake", () => {
    const refusal = refusalOf({ legs: [win, win], betAmount: "0" });
    expect([refusal.code, refusal.params["field"]]).toEqual(["bet.amount_invalid", "betAmount"]);
  });
});

test.each([
  ["bet.amount_invalid", { amount: 1, leg: 1 }, { field: "betAmount", leg: 1 }],
  ["bet.over_limit", { leg: 1 }, { field: "betAmount", leg: 1 }],
  ["bet.runner_unknown", { runner: 9, leg: 2 }, { field: "legs", runner: 9, leg: 2 }],
])("%s names its field", (code, params, named) => {
  expect(nameAllUpField(new Refusal(code, params)).params).toEqual(named);
});
