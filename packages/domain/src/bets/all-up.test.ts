import { describe, expect, test } from "vitest";
import { refusalOf } from "../../test/refusal-of.ts";
import {
  type AllUpLeg,
  type AllUpRace,
  checkAllUp,
  nextAllUpStep,
  nextLegOf,
  orderOfLeg,
} from "./all-up.ts";
import { ALL_UP_POOL_CODES } from "./bet-types.ts";
import { combinationsOf } from "./combinations.ts";

const LIMITS = { maxCostCents: 100_000n, maxCombinations: 30_000 };

function race(raceId: string, startMs: number, day = "2026-11-25"): AllUpRace {
  return { raceId, day, startMs, runners: [1, 2, 3, 4, 5, 6, 7, 8], scratched: [8] };
}
const RACES = [race("a", 30), race("b", 10), race("c", 20), race("d", 40, "2026-11-26")];

const leg = (raceId: string, pool: AllUpLeg["pool"], ...numbers: number[]): AllUpLeg => ({
  raceId,
  pool,
  numbers,
});
const check = (legs: AllUpLeg[], stakeCents = 1_000n) =>
  checkAllUp({ legs, stakeCents }, RACES, LIMITS);

test("the pools of an All Up", () => {
  expect(ALL_UP_POOL_CODES.toSorted()).toEqual(["PLACE", "QUINELLA", "QUINELLA_PLACE", "WIN"]);
});

test("legs are put in the order of their starts", () => {
  const { legs } = check([leg("a", "WIN", 1), leg("b", "QUINELLA", 3, 2), leg("c", "PLACE", 4)]);
  expect(legs.map(({ raceId }) => raceId)).toEqual(["b", "c", "a"]);
});

test.each<[string, AllUpLeg[], string, Record<string, unknown>]>([
  ["one leg", [leg("a", "WIN", 1)], "bet.nothing_selected", { leg: 2 }],
  [
    "seven legs",
    Array.from({ length: 7 }, () => leg("a", "WIN", 1)),
    "bet.too_many_combinations",
    { combinations: 7, max: 6 },
  ],
  ["a race twice", [leg("a", "WIN", 1), leg("a", "PLACE", 2)], "bet.same_race_twice", { leg: 2 }],
  ["another day", [leg("a", "WIN", 1), leg("d", "WIN", 1)], "bet.legs_do_not_combine", { leg: 2 }],
  ["no runner", [leg("a", "WIN", 1), leg("b", "WIN")], "bet.nothing_selected", { leg: 2 }],
  [
    "half a pair",
    [leg("a", "QUINELLA", 1), leg("b", "WIN", 1)],
    "bet.nothing_selected",
    { leg: 1 },
  ],
  [
    "two runners to win",
    [leg("a", "WIN", 1, 2), leg("b", "WIN", 1)],
    "bet.too_many_combinations",
    { leg: 1, max: 1 },
  ],
  [
    "a runner with itself",
    [leg("a", "QUINELLA_PLACE", 2, 2), leg("b", "WIN", 1)],
    "bet.no_combination",
    { leg: 1 },
  ],
  [
    "a scratched runner",
    [leg("a", "WIN", 1), leg("b", "WIN", 8)],
    "bet.runner_scratched",
    { leg: 2 },
  ],
  ["an unknown runner", [leg("a", "WIN", 9), leg("b", "WIN", 1)], "bet.runner_unknown", { leg: 1 }],
])("%s is refused", (_, legs, code, params) => {
  const refusal = refusalOf(() => check(legs));
  expect(refusal.code).toBe(code);
  expect(refusal.params).toMatchObject(params);
});

test("the stake is that of one bet", () => {
  const legs = [leg("a", "WIN", 1), leg("b", "WIN", 1)];
  expect(refusalOf(() => check(legs, 0n)).code).toBe("bet.amount_invalid");
  expect(refusalOf(() => check(legs, 100_001n)).code).toBe("bet.over_limit");
});

test("a leg is an ordinary bet on one combination", () => {
  const order = orderOfLeg(leg("a", "QUINELLA_PLACE", 5, 2), 123n);
  expect([...combinationsOf(order, "QUINELLA_PLACE")]).toEqual(["2-5"]);
  expect(order.unitStakeCents).toBe(123n);
  expect([...combinationsOf(orderOfLeg(leg("a", "PLACE", 5), 1n), "PLACE")]).toEqual(["5"]);
});

describe("from leg to leg", () => {
  const paid = { payoutCents: 1_234n, refundCents: 0n };
  const back = { payoutCents: 0n, refundCents: 500n };
  const lost = { payoutCents: 0n, refundCents: 0n };
  test.each([
    ["what it paid goes on", paid, "takes_bets", { kind: "stake", leg: 1, unitStakeCents: 1_234n }],
    ["a refund goes on", back, "takes_bets", { kind: "stake", leg: 1, unitStakeCents: 500n }],
    ["the next is closed", paid, "closed", { kind: "cash", cents: 1_234n, why: "closed" }],
    ["its runner is out", back, "out", { kind: "cash", cents: 500n, why: "out" }],
    ["it was the last", paid, null, { kind: "cash", cents: 1_234n, why: "last_leg" }],
    ["it lost", lost, "takes_bets", { kind: "over" }],
    ["it lost, and was the last", lost, null, { kind: "over" }],
  ] as const)("%s", (_, given, next, step) => {
    expect(nextAllUpStep(0, given, next)).toEqual(step);
  });

  test("a leg waits for bets only while its race takes them and its runners run", () => {
    const quinella = leg("a", "QUINELLA", 1, 2);
    const field = { runners: [1, 2, 3], scratched: [] as number[], takesBets: true };
    expect(nextLegOf(quinella, field)).toBe("takes_bets");
    expect(nextLegOf(quinella, { ...field, takesBets: false })).toBe("closed");
    expect(nextLegOf(quinella, { ...field, scratched: [2] })).toBe("out");
  });
});
