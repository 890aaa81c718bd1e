import { describe, expect, test } from "vitest";
import { BET_TYPES, findPool, POOL_CODES, poolOf } from "../bets/bet-types.ts";
import type { PoolDescription } from "./define-pool.ts";
import { POOLS } from "./pools.table.ts";
import { RULE_SETS } from "./rule-sets.ts";

const pools: readonly PoolDescription[] = POOLS;

test("no code, number or key is given twice", () => {
  const codes = pools.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const bets = pools.flatMap((pool) => pool.bets);
  for (const name of ["index", "key", "name"] as const) {
    expect(new Set(bets.map((bet) => bet[name])).size, name).toBe(bets.length);
  }
});

test("a pool is found by its code, and by nothing else", () => {
  for (const code of POOL_CODES) expect(findPool(code)).toBe(poolOf(code));
  for (const code of ["", "win", "WINS", "toString", "__proto__"]) {
    expect(findPool(code)).toBeUndefined();
  }
});

test.each<[string, number[], number[]]>([
  ["QUINELLA_PLACE", [1475, 1750, 1925], [7, 7, 7]],
  ["TRIO", [2000, 2300, 2500], [4, 4, 4]],
  ["ANY4", [2250, 2500, 3000], [5, 6, 5]],
  ["TREBLE", [2000, 2300, 2500], []],
  ["QUADDIE", [2050, 2500, 2600], []],
  ["PICK6", [2500, 2500, 2800], []],
])("%s: its figures under AU_STD, HK, UK_TOTE", (code, takeouts, starters) => {
  const rules = [RULE_SETS.AU_STD, RULE_SETS.HK, RULE_SETS.UK_TOTE];
  expect(rules.map((each) => each.takeoutBps[code as "WIN"])).toEqual(takeouts);
  const least = rules.flatMap((each) => each.minStarters[code as "WIN"] ?? []);
  expect(least).toEqual(starters);
  const down = { kind: "down", stepCents: 10 };
  const hk = code === "QUINELLA_PLACE" ? { kind: "nearest", stepCents: 5 } : down;
  expect(rules.map((each) => each.rounding[code as "WIN"])).toEqual([down, hk, down]);
  const noWinner = ["QUINELLA_PLACE", "TRIO"].includes(code) ? "REFUND" : "JACKPOT";
  expect(new Set(rules.map((each) => each.noWinner[code as "WIN"]))).toEqual(new Set([noWinner]));
  expect(rules.map((each) => each.minorBps.PICK6)).toEqual([2500, 2500, 2500]);
});

describe.each(pools.map((pool) => [pool.code, pool] as const))("%s", (_, pool) => {
  test("its bets fit it", () => {
    for (const { layout, alsoIn, index } of pool.bets) {
      expect(layout === "legs", layout).toBe(pool.legs > 1);
      expect(layout === "each", layout).toBe(pool.legs === 1 && pool.length === 1);
      if (layout === "pair") expect([pool.length, pool.isOrdered]).toEqual([2, false]);
      const second = alsoIn === undefined ? pool : findPool(alsoIn);
      // One selection for both pools, and both count stakes alike.
      expect(second?.length).toBe(pool.length);
      expect(second?.legs).toBe(pool.legs);
      expect(second?.estimate === "own_money").toBe(pool.estimate === "own_money");
      expect(BET_TYPES.find((type) => type.index === index)?.pools[0]).toBe(pool.code);
    }
  });

  test("every preset has its figures", () => {
    for (const rules of Object.values(RULE_SETS)) {
      const code = pool.code as (typeof POOL_CODES)[number];
      expect(rules.takeoutBps[code], rules.name).toBeGreaterThan(0);
      expect(rules.minDividendCents[code], rules.name).toBeGreaterThanOrEqual(100);
      expect(code in rules.minStarters, rules.name).toBe(pool.legs === 1);
    }
  });

  test("winners name as many runners as its combinations, and share the whole", () => {
    const shares = pool.winners({ placings: [[3], [1, 7], [2], [5]], places: 3 });
    for (const { numbers } of shares) expect(numbers.length * pool.legs).toBe(pool.length);
    const whole = shares.reduce(
      (sum, { share }) => sum + Number(share.top) / Number(share.bottom),
      0,
    );
    expect(whole).toBeCloseTo(1);
  });
});
