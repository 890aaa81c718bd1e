import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { type DoubleVector, doublePoolOf } from "../../test/double-vector.ts";
import { orderOf } from "../../test/vector-shapes.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { startPayout } from "./pay-bet.ts";
import { finishTally, startTally } from "./pool-tally.ts";

const vectors = readVectors<DoubleVector>("doubles");

describe("doubles", () => {
  test("every vector is here", () => expect(vectors).toHaveLength(14));

  test.each(vectors.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const pool = doublePoolOf(vector);
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
