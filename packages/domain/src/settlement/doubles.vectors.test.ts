import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { type VectorBet, type VectorPool, orderOf } from "../../test/vector-shapes.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import type { DoublePool, LegFacts } from "../pools/pool-facts.ts";
import { AU_STD } from "../pools/rule-sets.ts";
import { startPayout } from "./pay-bet.ts";
import { finishTally, startTally } from "./pool-tally.ts";

type VectorLeg = {
  runners: number;
  result_groups: number[][];
  scratched: number[];
  void: boolean;
  scratched_after_leg1?: boolean;
  favourite?: number;
};

type DoubleVector = {
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

const vectors = readVectors<DoubleVector>("doubles");

describe("doubles", () => {
  test("every vector is here", () => expect(vectors).toHaveLength(14));

  test.each(vectors.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const pool = poolOf(vector);
      const tally = startTally(pool);
      for (const bet of vector.bets) tally.add(orderOf(bet));
      const outcome = finishTally(tally);
      expect({
        status: outcome.status,
        gross_cents: Number(outcome.grossCents),
        takeout_cents: Number(outcome.takeoutCents),
        net_cents: Number(outcome.netCents),
        dividends_cents: Object.fromEntries(
          outcome.dividends.map((each) => [each.combination, Number(each.dividendCents)]),
        ),
        paid_cents: Number(outcome.paidCents),
      }).toEqual(vector.expected.pool);

      const payout = startPayout(pool, outcome);
      for (const expected of vector.expected.bets) {
        const order = orderOf(vector.bets.find((bet) => bet.id === expected.id)!);
        const settled = payout.settle(order);
        const combinations = countCombinations(order);
        expect({
          id: expected.id,
          combinations,
          cost_cents: combinations * Number(order.unitStakeCents),
          refund_cents: Number(settled.refundCents),
          payout_cents: Number(settled.payoutCents),
        }).toEqual(expected);
      }
    },
  );
});

function poolOf({ leg1, leg2, bets }: DoubleVector): DoublePool {
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
