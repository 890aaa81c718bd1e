import { describe, expect, test } from "vitest";
import { ticketOf } from "../../test/multi-vector.ts";
import type { LegFacts, MultiPool } from "../pools/pool-facts.ts";
import { AU_STD, HK } from "../pools/rule-sets.ts";
import { prizeMoney, prizesOf } from "./multi-outcome.ts";
import { settleBet } from "./pay-bet.ts";
import type { Tier } from "./plan-shapes.ts";
import { refundsWithdrawnInMulti } from "./scratch-refund.ts";
import { finishTally, startTally } from "./pool-tally.ts";

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

function leg(first: number[], more: Partial<LegFacts> = {}): LegFacts {
  return {
    handicap: false,
    runners: EIGHT,
    scratched: [],
    scratchedAfterLeg1Started: [],
    placings: [first, [8]],
    void: false,
    voidAfterLeg1Started: false,
    favourite: 1,
    ...more,
  };
}

function pool(code: MultiPool["pool"], legs: LegFacts[], more: Partial<MultiPool> = {}): MultiPool {
  return {
    kind: "multi",
    pool: code,
    rules: AU_STD,
    legs,
    jackpotInCents: 0n,
    guaranteeCents: 0n,
    declared: null,
    ...more,
  };
}

type Ticket = [legs: number[][], unit: number];

function settle(facts: MultiPool, tickets: Ticket[]) {
  const bets = tickets.map(([legs, unit]) => ticketOf(facts.pool, legs, unit));
  const tally = startTally(facts);
  for (const bet of bets) tally.add(bet);
  const outcome = finishTally(tally);
  return { outcome, paid: bets.map((bet) => settleBet(facts, outcome, bet)) };
}

const SIX = [1, 2, 3, 4, 5, 6].map((runner) => leg([runner]));
const RIGHT = [[1], [2], [3], [4], [5], [6]];
const FIVE = [[1], [2], [3], [4], [5], [7]];
const NONE = [[8], [8], [8], [8], [8], [7]];

describe("the worked examples of the rules", () => {
  test("a Quaddie with a dead heat and a stand-in", () => {
    const late = leg([1], { scratchedAfterLeg1Started: [5] });
    const facts = pool("QUADDIE", [leg([3]), leg([1, 4]), late, leg([7])]);
    const { outcome, paid } = settle(facts, [
      [[[3], [1, 4], [1, 5], [7, 8]], 50],
      [[[3], [1], [1], [7]], 100],
      [[EIGHT, [1, 2, 3], [1, 2], [6, 7]], 10],
    ]);
    expect(outcome).toMatchObject({ grossCents: 1_460n, takeoutCents: 299n, netCents: 1_161n });
    expect(outcome.dividends).toMatchObject([
      { combination: "3-1/4-1-7", stakesCents: 310n, dividendCents: 370n },
    ]);
    expect(paid[0]?.payoutCents).toBe(740n);
  });

  test("a Pick 6 with both prizes", () => {
    const { outcome, paid } = settle(pool("PICK6", SIX, { jackpotInCents: 500_000n }), [
      [[[1, 2], [2], [3], [4], [5], [6, 7]], 200],
      [[[1], [2], [3], [4], [5], [7, 8]], 200],
      [[[8], [7], [5, 6], [3], [2], [1]], 10_000],
    ]);
    expect(outcome).toMatchObject({
      grossCents: 21_200n,
      takeoutCents: 5_300n,
      netCents: 515_900n,
    });
    expect(outcome.dividends).toMatchObject([
      { combination: "1-2-3-4-5-6", stakesCents: 200n, dividendCents: 255_960n },
      { combination: "5/6", stakesCents: 800n, dividendCents: 490n },
    ]);
    expect(paid.map(({ payoutCents }) => payoutCents)).toEqual([513_880n, 1_960n, 0n]);
    expect(outcome.breakageCents).toBe(60n);
  });
});

test("where five right get no part of a Pick 6, there is one prize", () => {
  const rules = { ...AU_STD, minorBps: { ...AU_STD.minorBps, PICK6: 0 } };
  const { outcome, paid } = settle(pool("PICK6", SIX, { rules }), [
    [RIGHT, 100],
    [FIVE, 9_900],
  ]);
  expect(outcome.dividends.map(({ combination }) => combination)).toEqual(["1-2-3-4-5-6"]);
  expect(paid.map(({ payoutCents }) => payoutCents)).toEqual([7_500n, 0n]);
  const alone = settle(pool("PICK6", SIX, { rules }), [[FIVE, 10_000]]).outcome;
  expect(alone).toMatchObject({ status: "JACKPOT", jackpotOutCents: 7_500n, paidCents: 0n });
});

// 100.00 of which 25.00 is takeout: fresh 75.00, minor 18.75, major 56.25, and 10.00 of jackpot.
test.each<[string, Ticket[], string, [string, bigint][], bigint]>([
  [
    "six and five",
    [
      [RIGHT, 100],
      [FIVE, 100],
      [NONE, 9_800],
    ],
    "PAID",
    [
      ["1-2-3-4-5-6", 6_620n],
      ["5/6", 1_870n],
    ],
    0n,
  ],
  [
    "six alone: all of it",
    [
      [RIGHT, 100],
      [NONE, 9_900],
    ],
    "PAID",
    [["1-2-3-4-5-6", 8_500n]],
    0n,
  ],
  [
    "five alone: the major waits",
    [
      [FIVE, 100],
      [NONE, 9_900],
    ],
    "JACKPOT_MINOR_PAID",
    [["5/6", 1_870n]],
    6_625n,
  ],
  ["neither: all of it waits", [[NONE, 10_000]], "JACKPOT", [], 8_500n],
])("%s", (_, tickets, status, dividends, jackpotOut) => {
  const { outcome } = settle(pool("PICK6", SIX, { jackpotInCents: 1_000n }), tickets);
  expect([outcome.status, outcome.jackpotOutCents]).toEqual([status, jackpotOut]);
  expect(outcome.dividends.map((each) => [each.combination, each.dividendCents])).toEqual(
    dividends,
  );
});

describe("a guarantee", () => {
  const facts = pool("PICK6", SIX, { guaranteeCents: 20_000n });
  const money = (...won: Tier[]) => prizeMoney(facts, 10_000n, new Set(won));

  test("is for the first prize, where somebody wins it", () => {
    expect(money("MAJOR", "MINOR")).toMatchObject({ majorCents: 5_625n, guaranteedCents: 14_375n });
    expect(money("MAJOR")).toMatchObject({ majorCents: 7_500n, guaranteedCents: 12_500n });
    expect(money("MINOR")).toMatchObject({ majorCents: 5_625n, guaranteedCents: 0n });
    expect(money().guaranteedCents).toBe(0n);
  });

  test("is put on top by the house, and no part of net", () => {
    const { outcome } = settle(facts, [
      [RIGHT, 100],
      [NONE, 9_900],
    ]);
    expect(outcome).toMatchObject({
      netCents: 7_500n,
      paidCents: 20_000n,
      houseTopUpCents: 12_500n,
    });
    expect(prizesOf(facts, outcome)?.centsFor("1-2-3-4-5-6")).toBe(20_000n);
  });

  test("below what there is anyway it changes nothing", () => {
    const small = pool("PICK6", SIX, { guaranteeCents: 7_500n });
    expect(
      settle(small, [
        [RIGHT, 100],
        [NONE, 9_900],
      ]).outcome.houseTopUpCents,
    ).toBe(0n);
  });
});

describe("a withdrawn runner", () => {
  const early = leg([1], { scratched: [5] });
  const tickets: Ticket[] = [
    [[[5], [2], [3]], 100],
    [[[2], [2], [3]], 100],
  ];

  test("before leg 1 has closed comes back, in Hong Kong the favourite runs for it", () => {
    const au = settle(pool("TREBLE", [early, leg([2]), leg([3])]), tickets);
    expect(au.outcome).toMatchObject({ status: "JACKPOT", refundedCents: 100n, grossCents: 100n });
    expect(au.paid[0]).toMatchObject({ refundCents: 100n, payoutCents: 0n });
    const hk = settle(pool("TREBLE", [early, leg([2]), leg([3])], { rules: HK }), tickets);
    expect(hk.outcome).toMatchObject({ status: "PAID", refundedCents: 0n, grossCents: 200n });
    expect(hk.paid[0]).toMatchObject({ refundCents: 0n, payoutCents: 150n });
  });

  test("comes back at once until leg 1 has closed, and never in Hong Kong", () => {
    expect([AU_STD, HK].map((rules) => refundsWithdrawnInMulti(rules, false))).toEqual([
      true,
      false,
    ]);
    expect([AU_STD, HK].map((rules) => refundsWithdrawnInMulti(rules, true))).toEqual([
      false,
      false,
    ]);
  });

  test("without a favourite nobody runs for it", () => {
    const late = leg([1], { scratchedAfterLeg1Started: [5], favourite: null });
    const { outcome } = settle(pool("TREBLE", [late, leg([2]), leg([3])]), tickets);
    expect(outcome.refundedCents).toBe(100n);
  });
});

describe("a void leg", () => {
  const gone = (isLate: boolean) =>
    leg([], { placings: null, void: true, voidAfterLeg1Started: isLate });
  const ticket: Ticket[] = [
    [[[1], [2], [7, 8]], 100],
    [[[3], [2], [4]], 100],
  ];

  test("late, every runner of a ticket wins it", () => {
    const { outcome, paid } = settle(pool("TREBLE", [leg([1]), leg([2]), gone(true)]), ticket);
    expect(outcome.dividends).toMatchObject([{ combination: "1-2-F", stakesCents: 200n }]);
    expect(paid[0]?.lines).toMatchObject([{ count: 2 }]);
  });

  test("early, or half of them and more, everything goes back", () => {
    const legs = [leg([1]), leg([2]), gone(false)];
    const early = settle(pool("TREBLE", legs, { jackpotInCents: 7n }), ticket);
    expect(early.outcome).toMatchObject({
      status: "REFUND",
      jackpotOutCents: 7n,
      takeoutCents: 0n,
    });
    expect(early.paid.map(({ refundCents }) => refundCents)).toEqual([200n, 100n]);
    const half = settle(pool("TREBLE", [leg([1]), gone(true), gone(true)]), ticket);
    expect(half.outcome.status).toBe("REFUND");
  });

  test.each<[MultiPool["pool"], number, number, string]>([
    ["TREBLE", 3, 1, "PAID"],
    ["TREBLE", 3, 2, "REFUND"],
    ["QUADDIE", 4, 1, "PAID"],
    ["QUADDIE", 4, 2, "REFUND"],
    ["PICK6", 6, 2, "PAID"],
    ["PICK6", 6, 3, "REFUND"],
  ])("%s of %i legs, %i of them void: %s", (code, count, voids, status) => {
    const legs = Array.from({ length: count }, (_, i) => (i < voids ? gone(true) : leg([2])));
    const right: Ticket[] = [[legs.map(() => [2]), 100]];
    expect(settle(pool(code, legs), right).outcome.status).toBe(status);
  });

  test("a pool that was given back before settlement has no gross", () => {
    const facts = pool("TREBLE", [leg([1]), leg([2]), leg([3])], { abandoned: true });
    const { outcome, paid } = settle(facts, ticket);
    expect(outcome).toMatchObject({ status: "REFUND", grossCents: 0n, refundedCents: 300n });
    expect(paid[0]?.refundCents).toBe(200n);
  });
});

describe("official dividends", () => {
  const declared = (dividends: [string, bigint][], refunded = false) => ({
    refunded,
    dividends: dividends.map(([combination, dividendCents]) => ({ combination, dividendCents })),
  });
  const tickets: Ticket[] = [
    [RIGHT, 100],
    [FIVE, 100],
  ];

  test("are paid as they are, each prize by its name", () => {
    const facts = pool("PICK6", SIX, {
      declared: declared([
        ["1-2-3-4-5-6", 12_345n],
        ["5/6", 678n],
      ]),
    });
    const { outcome, paid } = settle(facts, tickets);
    expect(paid.map(({ payoutCents }) => payoutCents)).toEqual([12_345n, 678n]);
    expect(outcome).toMatchObject({ takeoutCents: 0n, bookResultCents: 200n - 13_023n });
  });

  test("a prize that is won and has none stops the settlement with its name", () => {
    const facts = pool("PICK6", SIX, { declared: declared([["1-2-3-4-5-6", 12_345n]]) });
    expect(() => settle(facts, tickets)).toThrow("result.no_dividend");
  });
});
