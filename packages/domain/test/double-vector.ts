import type { DoublePool, LegFacts } from "../src/pools/pool-facts.ts";
import { AU_STD } from "../src/pools/rule-sets.ts";
import type { VectorBet, VectorPool } from "./vector-shapes.ts";

type VectorLeg = {
  runners: number;
  result_groups: number[][];
  scratched: number[];
  void: boolean;
  scratched_after_leg1?: boolean;
  favourite?: number;
};

/** A case of fixtures/vectors/doubles.json. */
export type DoubleVector = {
  id: string;
  description: string;
  leg1: VectorLeg;
  leg2: VectorLeg;
  bets: VectorBet[];
  expected: {
    pool: Omit<VectorPool, "breakage_cents" | "house_topup_cents" | "jackpot_out_cents">;
    bets: {
      id: string;
      combinations: number;
      cost_cents: number;
      refund_cents: number;
      payout_cents: number;
    }[];
  };
};

/** The facts of a case. */
export function doublePoolOf({ leg1, leg2, bets }: DoubleVector): DoublePool {
  return {
    kind: "double",
    pool: bets[0]!.bet_type === 10 ? "DOUBLE_WIN" : "DOUBLE_PLACE",
    rules: AU_STD,
    legs: [legOf(leg1), legOf(leg2)],
    declared: null,
  };
}

function legOf(leg: VectorLeg): LegFacts {
  const isLate = leg.scratched_after_leg1 ?? false;
  return {
    handicap: false,
    runners: Array.from({ length: leg.runners }, (_, i) => i + 1),
    scratched: isLate ? [] : leg.scratched,
    scratchedAfterLeg1Started: isLate ? leg.scratched : [],
    placings: leg.void ? null : leg.result_groups,
    void: leg.void,
    voidAfterLeg1Started: leg.void,
    favourite: leg.favourite ?? null,
  };
}
