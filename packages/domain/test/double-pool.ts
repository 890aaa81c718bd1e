import type { DoublePool, LegFacts, PoolBet } from "../src/index.ts";
import { AU_STD, finishTally, startPayout, startTally } from "../src/index.ts";
import { runnersUpTo } from "./laws.ts";

/** A leg of 8 starters won by 3, then 1 and 2; change what matters. */
export function leg(change: Partial<LegFacts> = {}): LegFacts {
  return {
    handicap: false,
    runners: runnersUpTo(8),
    scratched: [],
    scratchedAfterLeg1Started: [],
    placings: [[3], [1], [2], [4]],
    void: false,
    voidAfterLeg1Started: false,
    favourite: 3,
    ...change,
  };
}

export function doublePool(
  legs: [LegFacts, LegFacts],
  change: Partial<DoublePool> = {},
): DoublePool {
  return { kind: "double", pool: "DOUBLE_WIN", rules: AU_STD, legs, declared: null, ...change };
}

/** A Double WIN on leg 1 and leg 2 runners. */
export function doubleBet(first: number[], second: number[], unitStakeCents = 1_000n): PoolBet {
  return { betType: 10, slots: [first, second], unitStakeCents };
}

export function settleDouble(pool: DoublePool, bets: readonly PoolBet[]) {
  const tally = startTally(pool);
  for (const bet of bets) tally.add(bet);
  const outcome = finishTally(tally);
  const payout = startPayout(pool, outcome);
  return { outcome, bets: bets.map((bet) => payout.settle(bet)) };
}
