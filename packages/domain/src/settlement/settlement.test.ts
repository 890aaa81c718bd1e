import { describe, expect, test } from "vitest";
import { refusalOf } from "../../test/refusal-of.ts";
import { runnersUpTo } from "../../test/laws.ts";
import { InvariantError } from "../assert.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { favouriteOf } from "../pools/favourite.ts";
import type { SinglePool } from "../pools/pool-facts.ts";
import { AU_STD, HK, RULE_SETS, UK_TOTE, placesPaid } from "../pools/rule-sets.ts";
import { betStatus } from "./bet-status.ts";
import { settleBet } from "./pay-bet.ts";
import { validatePlacings } from "./placings.ts";
import { winningCombinations } from "./pool-plan.ts";
import { finishTally, startTally } from "./pool-tally.ts";

const FIELD = { runners: runnersUpTo(8), scratched: [8] };

function pool(change: Partial<SinglePool> = {}): SinglePool {
  return {
    kind: "single",
    pool: "WIN",
    rules: AU_STD,
    handicap: false,
    ...FIELD,
    abandoned: false,
    placings: [[1], [2], [3], [4]],
    jackpotInCents: 0n,
    declared: null,
    ...change,
  };
}

function win(runners: number[], unitStakeCents = 1_000n): PoolBet {
  return { betType: 1, slots: [runners], unitStakeCents };
}

function settle(facts: SinglePool, bets: PoolBet[]) {
  const tally = startTally(facts);
  for (const bet of bets) tally.add(bet);
  return finishTally(tally);
}

describe("the winners of every tie", () => {
  // Tie; then how many win, place of three, quinella, exacta, trifecta, first 4.
  test.each([
    ["1=2, 3, 4", [[1, 2], [3], [4], [5]], [2, 3, 1, 2, 2, 2]],
    ["1=2=3, 4", [[1, 2, 3], [4], [5]], [3, 3, 3, 6, 6, 6]],
    ["1, 2=3, 4", [[1], [2, 3], [4], [5]], [1, 3, 2, 2, 2, 2]],
    ["1, 2=3=4", [[1], [2, 3, 4], [5]], [1, 4, 3, 3, 6, 6]],
    ["1, 2, 3=4", [[1], [2], [3, 4], [5]], [1, 4, 1, 1, 2, 2]],
    ["1=2, 3=4", [[1, 2], [3, 4], [5]], [2, 4, 1, 2, 4, 4]],
    ["none", [[1], [2], [3], [4], [5]], [1, 3, 1, 1, 1, 1]],
    ["three finish", [[1], [2], [3]], [1, 3, 1, 1, 1, 0]],
    ["one finishes", [[1]], [1, 1, 0, 0, 0, 0]],
  ])("%s", (_, placings, expected) => {
    const codes = ["WIN", "PLACE", "QUINELLA", "EXACTA", "TRIFECTA", "FIRST4"] as const;
    const counts = codes.map(
      (code) => winningCombinations(pool({ pool: code, scratched: [], placings })).length,
    );
    expect(counts).toEqual(expected);
  });

  test("1, 2=3=4: one third, and three times two ninths", () => {
    const facts = pool({ pool: "PLACE", scratched: [], placings: [[1], [2, 3, 4]] });
    expect(winningCombinations(facts).map(({ share }) => [share.top, share.bottom])).toEqual([
      [1n, 3n],
      [2n, 9n],
      [2n, 9n],
      [2n, 9n],
    ]);
  });
});

describe("a pool that is not run", () => {
  const jackpotInCents = 500n;

  test.each([
    ["abandoned", pool({ abandoned: true, jackpotInCents })],
    [
      "too few starters",
      pool({ runners: [1, 2], scratched: [2], placings: [[1]], jackpotInCents }),
    ],
  ])("%s: all comes back before gross is counted, a jackpot waits", (_, facts) => {
    const outcome = settle(facts, [win([1]), win([2])]);
    expect(outcome).toMatchObject({
      status: "REFUND",
      grossCents: 0n,
      refundedCents: 2_000n,
      paidCents: 0n,
      jackpotOutCents: 500n,
    });
    expect(settleBet(facts, outcome, win([1, 2]))).toMatchObject({ refundCents: 2_000n });
  });

  test("nobody bet", () => {
    expect(settle(pool(), [])).toMatchObject({ status: "REFUND", grossCents: 0n, paidCents: 0n });
  });
});

test("a scratched runner's stakes come back, the others stand", () => {
  const facts = pool();
  const outcome = settle(facts, [win([1, 8]), win([2])]);
  expect(outcome).toMatchObject({ grossCents: 2_000n, refundedCents: 1_000n });
  expect(settleBet(facts, outcome, win([1, 8]))).toEqual({
    payoutCents: 1_700n,
    refundCents: 1_000n,
    scratchRefundCents: 1_000n,
    lines: [{ combination: "1", count: 1, dividendCents: 170n, payoutCents: 1_700n }],
  });
});

describe("declared dividends", () => {
  const declared = { refunded: false, dividends: [{ combination: "1", dividendCents: 399n }] };

  test("are paid as they are", () => {
    expect(settle(pool({ declared }), [win([1], 333n), win([2])])).toMatchObject({
      status: "PAID",
      paidCents: 1_328n,
      bookResultCents: 5n,
      takeoutCents: 0n,
    });
  });

  test("a backed winner without one stops the settlement with its name", () => {
    const tie = pool({ declared, placings: [[1, 3], [2]] });
    expect(refusalOf(() => settle(tie, [win([1, 3])]))).toEqual({
      code: "result.no_dividend",
      params: { pool: "WIN", combinations: ["3"] },
    });
    expect(settle(tie, [win([1])]).paidCents).toBe(3_990n);
  });

  test("a pool may be declared refunded", () => {
    const refunded = pool({ declared: { refunded: true, dividends: [] }, jackpotInCents: 9n });
    expect(settle(refunded, [win([1])])).toMatchObject({
      status: "REFUND",
      paidCents: 1_000n,
      bookResultCents: 0n,
      jackpotOutCents: 9n,
    });
  });
});

test("a unit stake of nothing is our bug", () => {
  expect(() => settle(pool(), [win([1], 0n)])).toThrow(InvariantError);
});

describe("a result", () => {
  test.each([
    [[], { reason: "none" }],
    [[[1], []], { reason: "empty_group", group: 1 }],
    [[[9]], { reason: "unknown", runner: 9 }],
    [[[1], [8]], { reason: "scratched", runner: 8 }],
    [[[1], [2, 1]], { reason: "twice", runner: 1 }],
    [[[2, 2]], { reason: "twice", runner: 2 }],
  ])("%j is refused", (placings, params) => {
    expect(refusalOf(() => validatePlacings(placings, FIELD))).toEqual({
      code: "result.invalid",
      params,
    });
  });

  test("groups of starters are one", () => {
    expect(() => validatePlacings([[4], [7, 1], [2]], FIELD)).not.toThrow();
  });
});

describe("the favourite", () => {
  const field = { runners: [3, 1, 2], scratched: [] };

  test.each([
    [
      "has most stakes",
      new Map([
        [2, 5n],
        [3, 4n],
      ]),
      field,
      2,
    ],
    [
      "is the lower number when equal",
      new Map([
        [3, 5n],
        [2, 5n],
      ]),
      field,
      2,
    ],
    ["is not scratched", new Map([[2, 5n]]), { ...field, scratched: [2] }, 1],
    ["is the lowest when nobody bet", new Map(), field, 1],
    ["is nobody in an empty race", new Map(), { runners: [1], scratched: [1] }, null],
  ])("%s", (_, stakes, race, expected) => expect(favouriteOf(stakes, race)).toBe(expected));
});

describe("the status of a bet", () => {
  const money = { costCents: 100n, payoutCents: 0n, refundCents: 0n, settled: true, voided: false };

  test.each([
    ["accepted", { settled: false }],
    ["accepted", { settled: false, refundCents: 40n }],
    ["refunded", { settled: false, refundCents: 100n }],
    ["won", { payoutCents: 1n, refundCents: 99n }],
    ["lost", { refundCents: 99n }],
    ["lost", {}],
    ["refunded", { refundCents: 100n }],
    ["void", { voided: true, refundCents: 100n }],
  ])("%s: %o", (status, change) => expect(betStatus({ ...money, ...change })).toBe(status));
});

describe("rule sets", () => {
  test("are plain data", () => {
    expect(JSON.parse(JSON.stringify(RULE_SETS))).toEqual(RULE_SETS);
  });

  test.each([
    [AU_STD, 8, false, 3],
    [AU_STD, 7, false, 2],
    [AU_STD, 5, false, 2],
    [AU_STD, 4, false, 0],
    [HK, 7, false, 3],
    [HK, 3, false, 0],
    [UK_TOTE, 16, true, 4],
    [UK_TOTE, 16, false, 3],
    [UK_TOTE, 15, true, 3],
    [UK_TOTE, 2, false, 1],
    [UK_TOTE, 1, false, 0],
  ])("$name, %i starters, handicap %s: %i places", (rules, starters, handicap, places) => {
    expect(placesPaid(rules, starters, handicap)).toBe(places);
  });
});
