import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doubleBet, doublePool, leg, settleDouble } from "../../test/double-pool.ts";
import { LAWS, runnersUpTo } from "../../test/laws.ts";
import { placingsArbitrary, rulesArbitrary } from "../../test/race-arbitrary.ts";
import { refusalOf } from "../../test/refusal-of.ts";
import { sumCents } from "../money/cents.ts";
import type { LegFacts } from "../pools/pool-facts.ts";
import { AU_STD, HK, UK_TOTE } from "../pools/rule-sets.ts";
import { winningCombinations } from "./pool-plan.ts";
import { refundsWithdrawn, scratchRefund } from "./scratch-refund.ts";

const VOID = leg({ placings: null, void: true, favourite: null });

describe("a withdrawn runner", () => {
  test("of leg 1 comes back under AU_STD, whatever leg 2 does", () => {
    const pool = doublePool([leg({ scratched: [5] }), leg()]);
    const { outcome, bets } = settleDouble(pool, [doubleBet([5, 3], [3]), doubleBet([4], [3])]);
    expect(outcome).toMatchObject({ status: "PAID", grossCents: 2_000n, refundedCents: 1_000n });
    expect(bets[0]).toMatchObject({ refundCents: 1_000n, payoutCents: 1_600n });
    expect(bets[1]).toMatchObject({ refundCents: 0n, payoutCents: 0n });
  });

  test("of leg 2 after leg 1 started becomes the favourite, beside what is held on it: both are paid", () => {
    const pool = doublePool([leg(), leg({ scratchedAfterLeg1Started: [5, 6] })]);
    const { outcome, bets } = settleDouble(pool, [
      doubleBet([3], [3, 5, 6], 333n),
      doubleBet([1], [5]),
      doubleBet([2], [1]),
    ]);
    expect(outcome.dividends.map((each) => each.stakesCents)).toEqual([999n]);
    // 29.99 - 5.10 = 24.89 over 9.99: 2.49, down to 2.40; 3.33 x 2.40 = 7.99, three times.
    expect(outcome.dividends[0]).toMatchObject({ combination: "3-3", dividendCents: 240n });
    expect(bets[0]).toMatchObject({ payoutCents: 3n * 799n, refundCents: 0n });
    expect(bets[0]!.lines).toEqual([
      { combination: "3-3", count: 3, dividendCents: 240n, payoutCents: 2_397n },
    ]);
    expect(bets[1]).toMatchObject({ payoutCents: 0n, refundCents: 0n });
  });

  test("becomes the favourite always under HK, in both legs", () => {
    const legs: [LegFacts, LegFacts] = [leg({ scratched: [7] }), leg({ scratched: [8] })];
    const pool = doublePool(legs, { rules: HK });
    const { outcome, bets } = settleDouble(pool, [doubleBet([7], [8]), doubleBet([1], [1])]);
    expect(outcome).toMatchObject({ grossCents: 2_000n, refundedCents: 0n, status: "PAID" });
    expect(bets[0]!.payoutCents).toBe(1_600n); // 16.50 / 10.00 = 1.65, down to 1.60.
  });

  test("comes back where no favourite can be named", () => {
    const pool = doublePool([leg(), leg({ scratchedAfterLeg1Started: [5], favourite: null })]);
    const { bets } = settleDouble(pool, [doubleBet([3], [5]), doubleBet([3], [3])]);
    expect(bets[0]).toMatchObject({ refundCents: 1_000n, payoutCents: 0n });
  });

  test.each([
    ["AU_STD", AU_STD, 1, false, true],
    ["AU_STD", AU_STD, 1, true, true],
    ["AU_STD", AU_STD, 2, false, true],
    ["AU_STD", AU_STD, 2, true, false],
    ["UK_TOTE", UK_TOTE, 2, true, false],
    ["HK", HK, 1, false, false],
    ["HK", HK, 2, false, false],
  ] as const)("%s: leg %o, leg 1 started %o: refunded at once %o", (...row) => {
    const [, rules, legNumber, started, expected] = row;
    expect(refundsWithdrawn(rules, legNumber, started)).toBe(expected);
  });

  test("gives back the combinations of its leg alone", () => {
    const none = new Set<number>();
    const bet = doubleBet([1, 2], [1, 2, 3], 50n);
    expect(scratchRefund(bet, [none, none], [new Set([1]), none])).toBe(150n);
    expect(scratchRefund(bet, [new Set([1]), none], [new Set([1]), new Set([1, 2])])).toBe(100n);
  });
});

describe("a void leg", () => {
  const cover = [
    doubleBet([3], [3]),
    doubleBet([3], [5]),
    doubleBet([1], [3]),
    doubleBet([2], [2]),
  ];

  test.each([
    ["leg 1, AU_STD", doublePool([VOID, leg()])],
    ["leg 2 before leg 1 started", doublePool([leg(), VOID])],
    ["leg 2 before leg 1 started, HK", doublePool([leg(), VOID], { rules: HK })],
    ["both, HK", doublePool([VOID, { ...VOID, voidAfterLeg1Started: true }], { rules: HK })],
  ])("%s: everything comes back", (_, pool) => {
    const { outcome, bets } = settleDouble(pool, cover);
    expect(outcome).toMatchObject({ status: "REFUND", grossCents: 4_000n, paidCents: 4_000n });
    expect(outcome.dividends).toEqual([]);
    expect(bets.every((bet) => bet.refundCents === 1_000n && bet.payoutCents === 0n)).toBe(true);
  });

  test("leg 2 after leg 1 started: any partner of leg 1's winner, one dividend", () => {
    const pool = doublePool([leg(), { ...VOID, voidAfterLeg1Started: true }]);
    const { outcome } = settleDouble(pool, cover);
    expect(
      outcome.dividends.map(({ combination, dividendCents }) => [combination, dividendCents]),
    ).toEqual([
      ["3-3", 160n],
      ["3-5", 160n],
    ]);
  });

  test("leg 2 as a field after a dead heat in leg 1: each winner has its half", () => {
    const first = leg({ placings: [[3, 1], [2]] });
    const pool = doublePool([first, { ...VOID, voidAfterLeg1Started: true }]);
    const { outcome } = settleDouble(pool, cover);
    // 33.20 net: 16.60 over 20.00 with runner 3 (under the minimum), 16.60 over 10.00 with runner 1.
    expect(
      outcome.dividends.map(({ combination, dividendCents }) => [combination, dividendCents]),
    ).toEqual([
      ["3-3", 100n],
      ["3-5", 100n],
      ["1-3", 160n],
    ]);
    expect(outcome.houseTopUpCents).toBe(280n);
  });

  test("leg 1 under HK: any partner of leg 2's winner", () => {
    const pool = doublePool([VOID, leg()], { rules: HK });
    const { outcome } = settleDouble(pool, cover);
    expect(outcome.dividends.map((each) => each.combination)).toEqual(["1-3", "3-3"]);
    expect(outcome.dividends.map((each) => each.dividendCents)).toEqual([160n, 160n]);
  });

  test("a declared field is one dividend for every partner", () => {
    const declared = { refunded: false, dividends: [{ combination: "3-F", dividendCents: 234n }] };
    const pool = doublePool([leg(), { ...VOID, voidAfterLeg1Started: true }], { declared });
    const { outcome } = settleDouble(pool, cover);
    expect(outcome).toMatchObject({ paidCents: 4_680n, bookResultCents: -680n, takeoutCents: 0n });
  });
});

describe("Double Place", () => {
  const place = { pool: "DOUBLE_PLACE" } as const;

  test("a leg that pays no place counts its winner alone", () => {
    const small = leg({ runners: [1, 2, 3, 4] });
    const pool = doublePool([small, leg()], place);
    expect(winningCombinations(pool).map((each) => each.combination)).toEqual([
      "3-3",
      "3-1",
      "3-2",
    ]);
  });

  test("the starters of a leg are those left after late scratchings too", () => {
    const seven = leg({ scratchedAfterLeg1Started: [8] });
    const pool = doublePool([leg(), seven], place);
    expect(winningCombinations(pool)).toHaveLength(6);
  });

  test("all winners share one dividend under every rule set", () => {
    const rules = { ...AU_STD, deadHeat: "PROFIT_SPLIT" as const };
    const pool = doublePool([leg(), leg()], { ...place, rules });
    const bets = [doubleBet([3], [3]), doubleBet([1], [2], 5_000n), doubleBet([8], [8], 9_000n)];
    const { outcome } = settleDouble(
      pool,
      bets.map((bet) => ({ ...bet, betType: 11 as const })),
    );
    expect(outcome.dividends.map((each) => each.dividendCents)).toEqual([200n, 200n]); // 124.50 / 60.00
  });
});

test("a declared double without a dividend for a backed winner is not settled", () => {
  const pool = doublePool([leg(), leg()], { declared: { refunded: false, dividends: [] } });
  expect(refusalOf(() => settleDouble(pool, [doubleBet([3], [3])]))).toEqual({
    code: "result.no_dividend",
    params: { pool: "DOUBLE_WIN", combinations: ["3-3"] },
  });
});

test("nobody wins: refund", () => {
  const { outcome } = settleDouble(doublePool([leg(), leg()]), [doubleBet([4], [4])]);
  expect(outcome).toMatchObject({
    status: "REFUND_NO_WINNER",
    paidCents: 1_000n,
    takeoutCents: 0n,
  });
});

const legs = (scratched: number[], late: number[]) =>
  placingsArbitrary(runnersUpTo(6).filter((runner) => ![...scratched, ...late].includes(runner)));

const doubles = fc
  .tuple(fc.subarray([1, 2], { maxLength: 1 }), fc.subarray([3, 4], { maxLength: 1 }), fc.boolean())
  .chain(([early, late, isVoid]) =>
    fc.record({
      rules: rulesArbitrary,
      pool: fc.constantFrom("DOUBLE_WIN" as const, "DOUBLE_PLACE" as const),
      first: legs(early, []).map((placings) =>
        leg({ runners: runnersUpTo(6), scratched: early, placings, favourite: 5 }),
      ),
      second: legs(early, late).map((placings) =>
        leg({
          runners: runnersUpTo(6),
          scratched: early,
          scratchedAfterLeg1Started: late,
          placings: isVoid ? null : placings,
          void: isVoid,
          voidAfterLeg1Started: isVoid,
          favourite: 6,
        }),
      ),
      bets: fc.array(
        fc.tuple(
          fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
          fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
          fc.bigInt(1n, 5_000n),
        ),
        { minLength: 1, maxLength: 12 },
      ),
    }),
  );

test("what comes into a double goes out of it, bet by bet", () => {
  fc.assert(
    fc.property(doubles, ({ rules, pool, first, second, bets }) => {
      const facts = doublePool([first, second], { rules, pool });
      const { outcome, bets: settled } = settleDouble(
        facts,
        bets.map(([a, b, unit]) => ({
          ...doubleBet(a, b, unit),
          betType: pool === "DOUBLE_WIN" ? 10 : 11,
        })),
      );
      expect(outcome.grossCents + outcome.houseTopUpCents).toBe(
        outcome.takeoutCents + outcome.paidCents + outcome.breakageCents,
      );
      const isPaid = outcome.status === "PAID";
      expect(sumCents(settled.map((bet) => bet.payoutCents))).toBe(isPaid ? outcome.paidCents : 0n);
      expect(sumCents(settled.map((bet) => bet.refundCents))).toBe(
        outcome.refundedCents + (isPaid ? 0n : outcome.paidCents),
      );
    }),
    LAWS,
  );
});
