import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { type BetTypeIndex, type PoolCode, findBetType } from "../bets/bet-types.ts";
import { combinationsOf } from "../bets/combinations.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { flexiUnit } from "../bets/price-bet.ts";
import { winningCombinations } from "../settlement/pool-plan.ts";
import { ONE, type Fraction, fraction } from "../money/fraction.ts";
import { halfUpCents, roundDividend } from "../money/rounding.ts";
import { declareDividend, payCombination, rawDividend, takeoutOf } from "./dividend.ts";
import { AU_STD, HK, UK_TOTE, placesPaid } from "./rule-sets.ts";

type Example = {
  id: string;
  kind: string;
  // Each kind has fields of its own, as printed at its source.
  // oxlint-disable-next-line typescript/no-explicit-any
  input: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  expected: any;
  reproduced_by_reference: boolean | null;
};

/** Kinds of other operators' rules, which this club does not have. */
const FOREIGN = /^(deduction|each_way\.fixed|nonrunner|system|deadheat\.fixed)/;

const examples = readVectors<Example>("published_examples");
const ours = examples.filter((each) => each.reproduced_by_reference && !FOREIGN.test(each.kind));
const half = fraction(1n, 2n);

function cents(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

/** One case per example; the keys are ids, or a kind where all of a kind are alike. */
const CASES: Record<string, (input: Example["input"], expected: Example["expected"]) => void> = {
  "pool.single_price": (input, expected) => {
    const gross = cents(input.sum_of_wagers) - cents(input.refunds);
    const takeout = takeoutOf(gross, input.takeout_rate * 10_000);
    expect([gross, takeout]).toEqual([cents(expected.gross), cents(expected.takeout)]);
    expect(gross - takeout).toBe(cents(expected.net));
    const win = { share: ONE, stakesCents: cents(input.stake_on_winner) };
    const raw = rawDividend("EQUAL_SHARE", { netCents: gross - takeout, backedCents: 0n }, win);
    expect(Number(raw.top) / Number(raw.bottom) / 100).toBeCloseTo(expected.dividend_unbroken, 7);
    const broken = roundDividend(raw, AU_STD.rounding.WIN);
    expect(broken).toBe(cents(expected.dividend_broken_to_0_10));
  },
  "pool.odds_board": (input, expected) => {
    const gross = cents(input.pool);
    const netCents = gross - takeoutOf(gross, input.takeout_rate * 10_000);
    for (const [runner, stake] of Object.entries(input.stakes as Record<string, number>)) {
      const win = { share: ONE, stakesCents: cents(stake) };
      const raw = rawDividend("EQUAL_SHARE", { netCents, backedCents: 0n }, win);
      expect(halfUpCents(raw)).toBe(cents(expected.odds[runner]));
    }
    for (const [stake, payout] of Object.entries(expected.payouts as Record<string, number>)) {
      expect(payCombination(cents(Number(stake)), cents(expected.odds.B))).toBe(cents(payout));
    }
  },
  "hk-2007-deadheat-profit-split": ({ net_pool_million, paid_million }, expected) => {
    // Stakes so that each pays what the paper printed per 10; the net is shared half and half.
    const profit = expected.dividends_profit_split;
    const stakes = Object.keys(paid_million).map((key) => ({
      key,
      stakesCents: cents((paid_million[key] * 1e6) / (profit[key] / 10)),
    }));
    const backedCents = stakes.reduce((sum, each) => sum + each.stakesCents, 0n);
    const money = { netCents: cents(net_pool_million * 1e6), backedCents };
    for (const { key, stakesCents } of stakes) {
      const raw = rawDividend("PROFIT_SPLIT", money, { share: half, stakesCents });
      expect(roundDividend(raw, { kind: "down", stepCents: 5 })).toBe(cents(profit[key] / 10));
    }
  },
  "place.profit_split": ({ winning_stakes }, { dividends, P_interval }) => {
    expectProfitSplit({ stakes: winning_stakes, dividends, share: fraction(1n, 3n) }, P_interval);
  },
  "pmu-20260830-R1C3-win-deadheat": ({ winning_stakes }, { dividends, P_interval }) => {
    expectProfitSplit({ stakes: winning_stakes, dividends, share: half }, P_interval);
  },
  "deadheat.equal_share": ({ final_win_odds_displayed }, { win_dividends }) => {
    // The board shows the full dividend cut off: some full dividend in its step gives the half paid.
    for (const [runner, shown] of Object.entries(
      final_win_odds_displayed as Record<string, number>,
    )) {
      const step = shown < 10 ? 10 : 100;
      const possible = Array.from({ length: step }, (_, i) => {
        const full = BigInt(Math.round(shown * 100) + i);
        return roundDividend({ top: full, bottom: 2n }, HK.rounding.WIN);
      });
      expect(possible).toContain(cents(win_dividends[runner] / 10));
    }
  },
  "deadheat.place_slots": (_, { expected_by_rule }) => {
    const shares = winningCombinations(single("PLACE", [[1], [2], [3, 4]]));
    const [first, , third] = shares.map(({ share }) => Number(share.top) / Number(share.bottom));
    expect(third! / first!).toBe(expected_by_rule.dead_heaters);
    expect(first).toBeCloseTo(1 / 3);
  },
  "double.void_leg": () => expect(HK.doubles.leg1Void).toBe("FIELD"),
  "double.nonrunner": () => expect(HK.doubles.withdrawn).toBe("FAVOURITE"),
  min_starters: (_, { min_starters_hk }) => {
    expect(HK.minStarters.FIRST4).toBe(min_starters_hk.FIRST4);
  },
  place_terms: () => {
    expect([7, 6, 4].map((starters) => placesPaid(HK, starters, true))).toEqual([3, 2, 2]);
    expect([8, 7, 5, 4].map((starters) => placesPaid(AU_STD, starters, true))).toEqual([
      3, 2, 2, 0,
    ]);
    expect([16, 15, 7, 2].map((starters) => placesPaid(UK_TOTE, starters, true))).toEqual([
      4, 3, 2, 1,
    ]);
  },
  min_dividend: (_, { min_place_per_unit }) => {
    expect(declareDividend(fraction(1n, 2n), HK, "PLACE")).toBe(cents(min_place_per_unit));
  },
  "hk-flexi-tierce-2bankers": ({ total }, { combinations, per_combination_displayed }) => {
    expect(flexiUnit(cents(total), combinations)).toBe(cents(per_combination_displayed));
  },
  "flexi-trifecta-box5": ({ box, outlay, dividend }, { combinations, collect }) => {
    expect(countCombinations({ betType: 7, slots: [runners(box)] })).toBe(combinations);
    const unit = flexiUnit(cents(outlay), combinations);
    expect(payCombination(unit, cents(dividend))).toBe(cents(collect));
  },
  "cost-trifecta-standout-3": ({ standout, others }, { cost, lines }) => {
    const bet = { betType: 14 as const, slots: [standout, others] };
    expect([...combinationsOf(bet, "TRIFECTA")].toSorted()).toEqual(lines.toSorted());
    expect(countCombinations(bet)).toBe(cost);
  },
  "cost-trifecta-1x5x11": (_, { cost }) => {
    const second = [2, 3, 4, 5, 6];
    const bet = { betType: 6 as const, slots: [[1], second, [...second, 7, 8, 9, 10, 11, 12]] };
    expect(countCombinations(bet)).toBe(cost);
  },
  "cost-trifecta-1x7x8": (_, { cost }) => {
    const second = [2, 3, 4, 5, 6, 7, 8];
    expect(countCombinations({ betType: 6, slots: [[1], second, [...second, 9]] })).toBe(cost);
  },
  "cost-exacta-box-4": (_, { cost }) => {
    expect(countCombinations({ betType: 5, slots: [runners(4), runners(4)] })).toBe(cost);
  },
  cost: ({ bet, n }, { cost }) => {
    const box = runners(n);
    const type = BOXES[bet as string]!;
    expect(
      countCombinations({ betType: type, slots: type === 8 ? [box, box, box, box] : [box] }),
    ).toBe(cost);
    expect(findBetType(type).length).toBeGreaterThan(1);
  },
  "exacta-deadheat-1st": (_, { winning }) => expectExacta([[1, 2], [3], [4]], winning),
  "exacta-deadheat-2nd": (_, { winning }) => expectExacta([[1], [2, 3], [4]], winning),
};

const BOXES: Record<string, BetTypeIndex> = {
  "Trifecta Box": 7,
  "Quinella Box": 4,
  "First 4 box (all positions same runners)": 8,
};

function runners(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

function single(pool: "PLACE" | "EXACTA", placings: number[][]) {
  return {
    kind: "single" as const,
    pool,
    rules: HK,
    handicap: false,
    runners: runners(10),
    scratched: [],
    abandoned: false,
    placings,
    jackpotInCents: 0n,
    declared: null,
  };
}

function expectExacta(placings: number[][], winning: string[]): void {
  const wins = winningCombinations(single("EXACTA", placings)).map((each) => each.combination);
  expect(wins.toSorted()).toEqual(winning.toSorted());
}

/** One profit for all, inside the interval that the source's figures leave open, gives them all. */
function expectProfitSplit(
  pool: { stakes: Record<string, number>; dividends: Record<string, number>; share: Fraction },
  [low, high]: [number, number],
): void {
  const profit = (low + high) / 2;
  const all = Object.values(pool.stakes).reduce((sum, stake) => sum + stake, 0);
  const money = { netCents: cents(all + profit), backedCents: cents(all) };
  for (const [runner, stake] of Object.entries(pool.stakes)) {
    const raw = rawDividend("PROFIT_SPLIT", money, {
      share: pool.share,
      stakesCents: cents(stake),
    });
    expect(roundDividend(raw, AU_STD.rounding.WIN)).toBe(cents(pool.dividends[runner]!));
  }
}

describe("published examples", () => {
  test("all are here, and those of this club's rules", () => {
    expect(examples).toHaveLength(60);
    expect(examples.filter((each) => each.reproduced_by_reference)).toHaveLength(51);
    expect(ours).toHaveLength(38);
  });

  test.each(ours.map((each) => [each.id, each] as const))(
    "%s",
    (_, { id, kind, input, expected }) => {
      const check = CASES[id] ?? CASES[kind];
      expect(check, `${id} of kind ${kind} has a case`).toBeDefined();
      check?.(input, expected);
    },
  );
});

describe("the dead-heat methods", () => {
  const money = { netCents: 10_000n, backedCents: 8_000n };

  test.each<[string, "EQUAL_SHARE" | "PROFIT_SPLIT" | "COMMON", bigint, number]>([
    ["half of the net over the stakes", "EQUAL_SHARE", 2_000n, 250],
    ["the stake and half of the profit", "PROFIT_SPLIT", 2_000n, 150],
    ["one dividend for all", "COMMON", 2_000n, 125],
    ["half of the net over more stakes: under the stake", "EQUAL_SHARE", 6_000n, 83.333],
  ])("%s (%s)", (_, method, stakesCents, expected) => {
    const raw = rawDividend(method, money, { share: half, stakesCents });
    expect(Number(raw.top) / Number(raw.bottom)).toBeCloseTo(expected, 2);
  });

  test("a loss meets the minimum", () => {
    const loss = { netCents: 1_000n, backedCents: 8_000n };
    const raw = rawDividend("PROFIT_SPLIT", loss, { share: half, stakesCents: 2_000n });
    expect(raw.top).toBeLessThan(0n);
    expect(declareDividend(raw, AU_STD, "WIN")).toBe(104n);
  });
});

test.each<[PoolCode, bigint, bigint]>([
  ["WIN", 11_700n, 1_697n],
  ["PLACE", 100n, 14n],
  ["FIRST4", 200n, 45n],
])("takeout of %s is half up to the cent", (pool, gross, takeout) => {
  expect(takeoutOf(gross, AU_STD.takeoutBps[pool])).toBe(takeout);
});
