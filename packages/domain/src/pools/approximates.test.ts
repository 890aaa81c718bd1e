import { describe, expect, test } from "vitest";
import { runnersUpTo } from "../../test/laws.ts";
import type { BetOrder } from "../bets/bet-order.ts";
import { approximateDividends } from "./approximates.ts";
import { estimateLegs, estimateRunners } from "./estimate-return.ts";
import { orderChance, placeChances, winChances } from "./harville.ts";
import { AU_STD } from "./rule-sets.ts";

const RUNNERS = runnersUpTo(8);

function stakes(...cents: bigint[]): Map<number, bigint> {
  return new Map(cents.map((each, i) => [i + 1, each]));
}

function race(winStakes = stakes(5_000n, 3_000n, 2_000n), placeStakes = stakes(6_000n, 6_000n)) {
  return { runners: RUNNERS, scratched: [], handicap: false, winStakes, placeStakes };
}

function order(betType: BetOrder["betType"], slots: number[][], unitStakeCents = 100n): BetOrder {
  return { betType, slots, unitStakeCents, unitStake2Cents: null };
}

describe("approximate dividends", () => {
  const open = {
    pool: "WIN" as const,
    rules: AU_STD,
    handicap: false,
    runners: RUNNERS,
    scratched: [8],
    stakesByRunner: stakes(5_000n, 3_000n, 2_000n, 0n, 0n, 0n, 0n, 9_999n),
  };

  test("WIN: net over the stakes, rounded; null where nobody bet", () => {
    const shown = approximateDividends(open);
    expect(shown.map((each) => each.runner)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown.slice(0, 4).map((each) => each.dividendCents)).toEqual([170n, 280n, 420n, null]);
  });

  test("PLACE: each of two places a half, at least the minimum", () => {
    const shown = approximateDividends({ ...open, pool: "PLACE" });
    expect(shown.slice(0, 3).map((each) => each.dividendCents)).toEqual([104n, 140n, 210n]);
  });

  test("a field too small pays nothing", () => {
    const small = { ...open, pool: "PLACE" as const, runners: [1, 2, 3, 4], scratched: [] };
    expect(approximateDividends(small).every((each) => each.dividendCents === null)).toBe(true);
  });
});

describe("Harville's chances", () => {
  const chances = winChances(RUNNERS, stakes(5_000n, 3_000n, 2_000n))!;

  test("follow the stakes", () => {
    expect(chances.get(1)).toBe(0.5);
    expect(orderChance(chances, [1, 2])).toBeCloseTo(0.5 * 0.6);
    expect(orderChance(chances, [1, 2, 3])).toBeCloseTo(0.3);
    expect(orderChance(chances, [4])).toBe(0);
    expect(winChances(RUNNERS, new Map())).toBeNull();
  });

  test("of a place sum to the places", () => {
    const all = winChances(RUNNERS, new Map(RUNNERS.map((runner) => [runner, BigInt(runner)])))!;
    const placed = [...placeChances(all, 3).values()];
    expect(placed.reduce((sum, each) => sum + each, 0)).toBeCloseTo(3);
    expect(placed[7]!).toBeGreaterThan(placed[0]!);
  });
});

describe("estimated returns", () => {
  const au = (bet: BetOrder, only = race()) => estimateRunners(bet, only, AU_STD);
  const money = {
    rules: AU_STD,
    grossCents: 1_000_000_00n,
    jackpotInCents: 0n,
    guaranteeCents: 0n,
  };
  const over = (bet: BetOrder, races = [race(), race()], of = money) =>
    estimateLegs(bet, races, of);

  test("WIN: the bet's own stake is in the pool", () => {
    // 100.00 + 10.00: net 94.05 over 60.00 and over 40.00.
    expect(au(order(1, [[1]], 1_000n))).toEqual({ minCents: 1_500n, maxCents: 1_500n });
    expect(au(order(1, [[4]], 1_000n))).toEqual({ minCents: 9_400n, maxCents: 9_400n });
    expect(au(order(1, [[1, 4]]))?.minCents).toBeLessThan(au(order(1, [[1, 4]]))!.maxCents);
  });

  test("PLACE: from the smallest alone to the three best", () => {
    const one = au(order(2, [[1]]))!;
    expect(one.minCents).toBe(one.maxCents);
    const both = au(order(2, [[1, 2]]))!;
    expect(both.maxCents).toBe(2n * both.minCents);
  });

  test("Each Way: at least the place part, at most both", () => {
    const both = au(order(9, [[3]]))!;
    expect(both.minCents).toBe(au(order(2, [[3]]))!.maxCents);
    expect(both.maxCents).toBe(both.minCents + au(order(1, [[3]]))!.maxCents);
  });

  test("over several races: (1 - takeout) / chance", () => {
    expect(over(order(10, [[1], [2]]))).toEqual({ minCents: 553n, maxCents: 553n });
    expect(over(order(11, [[1], [2]]))!.minCents).toBe(83n);
  });

  test("two races and more: never more than the pool with this bet in it, and its jackpot", () => {
    const thin = { ...money, grossCents: 200n, jackpotInCents: 50n };
    // 3.00 less 17.00 % are 2.49, and 0.50 of the jackpot.
    expect(over(order(10, [[1], [2]]), undefined, thin)).toEqual({
      minCents: 299n,
      maxCents: 299n,
    });
    // What the pool guarantees is there too, in place of less and not on top of it.
    const most = (guaranteeCents: bigint) =>
      over(order(10, [[1], [2]]), undefined, { ...thin, guaranteeCents })!.maxCents;
    expect([298n, 400n, 10_000n].map(most)).toEqual([299n, 400n, 553n]);
  });

  test("Win alone in its pool: what is left of its own stake", () => {
    expect(au(order(1, [[1]]), race(new Map()))).toEqual({ minCents: 85n, maxCents: 85n });
  });

  test("three races and more", () => {
    const treble = over(order(30, [[1, 2, 7], [1], [3]]), [race(), race(), race()])!;
    expect(treble).toEqual({ minCents: 1_600n, maxCents: 2_666n }); // 80 / (0.5 or 0.3) / 0.5 / 0.2
    const wide = runnersUpTo(3);
    const pick6 = order(32, [wide, wide, wide, wide, wide, wide]);
    const six = Array.from({ length: 6 }, () => race());
    expect(over(pick6, six)).toEqual({ minCents: 4_800n, maxCents: 1_171_874n }); // 75 / 0.5^6, 75 / 0.2^6
  });

  test("nothing can be said without stakes", () => {
    expect(over(order(10, [[1], [2]]), [race(new Map()), race()])).toBeNull();
    expect(over(order(10, [[7], [8]]))).toBeNull();
    expect(au(order(2, [[1]]), { ...race(), runners: [1, 2, 3, 4] })).toBeNull();
  });
});
