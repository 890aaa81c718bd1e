import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { factsOf, orderOf } from "../../test/vector-shapes.ts";
import type { RaceVector } from "../../test/vector-shapes.ts";
import { doublePoolOf } from "../../test/double-vector.ts";
import type { DoubleVector } from "../../test/double-vector.ts";
import { multiPoolOf, ticketOf } from "../../test/multi-vector.ts";
import type { MultiVector } from "../../test/multi-vector.ts";
import type { BetOrder } from "../bets/bet-order.ts";
import type { PoolOutcome } from "../settlement/pool-outcome.ts";
import { finishTally, startTally } from "../settlement/pool-tally.ts";
import { partsOf, poolOfRace, settleRace } from "../settlement/settle-race.ts";
import { explainBet, explainVoid, writeRaw } from "./explain-bet.ts";
import type { ExplainStep } from "./explain-bet.ts";

/** The steps of every bet of a race, with what it was paid. */
function explained(vector: RaceVector) {
  const facts = factsOf(vector);
  const orders = vector.bets.map(orderOf);
  const settled = settleRace(facts, orders);
  return orders.map((order, i) => {
    const parts = partsOf(order).map(({ pool, bet }) => ({
      facts: poolOfRace(facts, pool),
      outcome: settled.pools.find((each) => each.pool === pool) as PoolOutcome,
      bet,
    }));
    return { id: vector.bets[i]!.id, steps: explainBet(parts), settled: settled.bets[i]! };
  });
}

function sumOf(steps: readonly ExplainStep[], ...keys: string[]): bigint {
  return steps
    .filter(({ key }) => keys.includes(key))
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0n), 0n);
}

const races = ["race_settlement", "race_settlement_2"].flatMap((name) =>
  readVectors<RaceVector>(name),
);

describe("why a bet was paid what it was", () => {
  test.each(races.map((vector) => [vector.id, vector] as const))(
    "%s: the last step is the payout, and the steps add up to it",
    (_, vector) => {
      for (const { id, steps, settled } of explained(vector)) {
        const expected = vector.expected.bets.find((bet) => bet.id === id)!;
        expect(steps.at(-1)).toEqual({
          key: "payout",
          params: {},
          amountCents: BigInt(expected.payout_cents),
        });
        expect(sumOf(steps, "line")).toBe(settled.payoutCents);
        expect(sumOf(steps, "scratched", "refund", "no_winner")).toBe(settled.refundCents);
        expect(steps.filter(({ key }) => key === "payout")).toHaveLength(1);
      }
    },
  );

  const multis = readVectors<MultiVector>("wider_card").filter(({ kind }) => kind === "multi");
  test.each(multis.map((vector) => [vector.id, vector] as const))(
    "%s: pools of several races, from the net to each prize",
    (_, vector) => {
      const facts = multiPoolOf(vector);
      const tickets = vector.tickets.map(({ id, legs, unit_cents }) => ({
        id,
        bet: ticketOf(vector.pool, legs, unit_cents),
      }));
      const tally = startTally(facts);
      for (const { bet } of tickets) tally.add(bet);
      const outcome = finishTally(tally);
      for (const { id, bet } of tickets) {
        const steps = explainBet([{ facts, outcome, bet }]);
        const { payout_cents, refund_cents } = vector.expected.tickets[id]!;
        expect(steps.at(-1)?.amountCents).toBe(BigInt(payout_cents!));
        expect(sumOf(steps, "line")).toBe(BigInt(payout_cents!));
        expect(sumOf(steps, "scratched", "refund", "no_winner")).toBe(BigInt(refund_cents!));
        if (outcome.status.startsWith("REFUND")) continue;
        // What the club put on top is told once: with the prizes, or as the rest.
        const [topUp, given] = [outcome.houseTopUpCents, sumOf(steps, "guarantee")];
        expect(given + sumOf(steps, "house_topup")).toBe(given > topUp ? given : topUp);
        const prizes = sumOf(steps, "major", "minor");
        if (prizes > 0n) expect(prizes).toBe(sumOf(steps, "net"));
        for (const { params, key } of steps) {
          if (key !== "dividend") continue;
          const exact = (Number(params["net_cents"]) * 100) / Number(params["stakes_cents"]) / 100;
          expect(exact).toBeCloseTo(Number.parseFloat(String(params["raw"])), 3);
        }
      }
    },
  );

  test.each(readVectors<DoubleVector>("doubles").map((vector) => [vector.id, vector] as const))(
    "%s: doubles too",
    (_, vector) => {
      const pool = doublePoolOf(vector);
      const tally = startTally(pool);
      const orders: BetOrder[] = vector.bets.map(orderOf);
      for (const bet of orders) tally.add(bet);
      const outcome = finishTally(tally);
      const stepsOf = (id: string) => {
        const bet = orders[vector.bets.findIndex((each) => each.id === id)]!;
        return explainBet([{ facts: pool, outcome, bet }]);
      };
      for (const { id, payout_cents, refund_cents } of vector.expected.bets) {
        const steps = stepsOf(id);
        expect(steps.at(-1)?.amountCents).toBe(BigInt(payout_cents));
        expect(sumOf(steps, "line")).toBe(BigInt(payout_cents));
        expect(sumOf(steps, "scratched", "refund", "no_winner")).toBe(BigInt(refund_cents));
      }
    },
  );

  test("a pool's steps lead from all money to what is shared", () => {
    let seen = 0;
    for (const vector of races) {
      for (const { steps } of explained(vector)) {
        for (const net of steps.filter(({ key }) => key === "net")) {
          const ofPool = steps.filter(({ params }) => params["pool"] === net.params["pool"]);
          expect(sumOf(ofPool, "pool", "takeout", "jackpot_in")).toBe(net.amountCents);
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(200);
  });

  test("a withdrawn runner of a double names its favourite", () => {
    const withFavourite = readVectors<DoubleVector>("doubles").flatMap((vector) => {
      const facts = doublePoolOf(vector);
      const tally = startTally(facts);
      const orders = vector.bets.map(orderOf);
      for (const bet of orders) tally.add(bet);
      const outcome = finishTally(tally);
      return orders.flatMap((bet) => {
        const steps = explainBet([{ facts, outcome, bet }]);
        return steps
          .filter(({ key }) => key === "substitute")
          .map((each) => ({ each, facts, bet }));
      });
    });
    expect(withFavourite.length).toBeGreaterThan(0);
    for (const { each, facts } of withFavourite) {
      const leg = facts.legs[Number(each.params["leg"]) - 1]!;
      expect(each.params["favourite"]).toBe(leg.favourite);
      expect(leg.scratchedAfterLeg1Started).toEqual(each.params["withdrawn"]);
    }
  });

  test("what never was settled", () => {
    expect(explainVoid(500n).map(({ key, amountCents }) => [key, amountCents])).toEqual([
      ["void", 500n],
      ["payout", 0n],
    ]);
    expect(explainBet([{ pool: "WIN", refundCents: 300n }])).toEqual([
      { key: "refund", params: { pool: "WIN" }, amountCents: 300n },
      { key: "payout", params: {}, amountCents: 0n },
    ]);
  });

  test.each([
    [{ top: 4_661_045n, bottom: 3250n }, "14.3416"],
    [{ top: 100n, bottom: 1n }, "1.0000"],
    [{ top: 1n, bottom: 3n }, "0.0033"],
    [{ top: -1n, bottom: 3n }, "-0.0034"],
  ])("a raw dividend as text: %o is %s", (raw, text) => expect(writeRaw(raw)).toBe(text));
});
