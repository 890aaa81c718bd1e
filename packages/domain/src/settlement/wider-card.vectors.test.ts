import { describe, expect, test } from "vitest";
import { type MultiVector, multiPoolOf, ticketOf } from "../../test/multi-vector.ts";
import { readVectors } from "../../test/read-fixture.ts";
import { type VectorBet, type VectorPool, orderOf } from "../../test/vector-shapes.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { outcomeFromJson, outcomeToJson } from "./outcome-json.ts";
import { startPayout } from "./pay-bet.ts";
import type { PoolOutcome } from "./pool-outcome.ts";
import { finishTally, startTally } from "./pool-tally.ts";
import { AU_STD } from "../pools/rule-sets.ts";
import { type RaceFacts, settleRace } from "./settle-race.ts";

type WiderRace = {
  id: string;
  kind: "race";
  race: { runners: number; scratched: number[]; result_groups: number[][] };
  jackpot_in_cents: number;
  bets: VectorBet[];
  expected: {
    pools: Record<string, VectorPool>;
    bets: Record<string, Record<string, number>>;
  };
};

const vectors = readVectors<WiderRace | MultiVector>("wider_card");
const races = vectors.filter((vector) => vector.kind === "race");
const multis = vectors.filter((vector) => vector.kind === "multi");

test("every vector is here", () => expect([races.length, multis.length]).toEqual([40, 40]));

describe("pools of one race", () => {
  test.each(races.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const settled = settleRace(raceOf(vector), vector.bets.map(orderOf));
    const live = settled.pools.filter((pool) => pool.grossCents > 0n);
    expect(Object.fromEntries(live.map((pool) => [pool.pool, figuresOf(pool)]))).toEqual(
      vector.expected.pools,
    );
    const bets = settled.bets.map((bet, i) => [
      vector.bets[i]!.id,
      {
        combinations: bet.combinations,
        cost_cents: Number(bet.costCents),
        refund_cents: Number(bet.refundCents),
        payout_cents: Number(bet.payoutCents),
      },
    ]);
    expect(Object.fromEntries(bets)).toEqual(vector.expected.bets);
  });
});

describe("pools of several races", () => {
  test.each(multis.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const pool = multiPoolOf(vector);
    const tally = startTally(pool);
    const tickets = vector.tickets.map(
      ({ id, legs, unit_cents }) => [id, ticketOf(vector.pool, legs, unit_cents)] as const,
    );
    for (const [, ticket] of tickets) tally.add(ticket);
    const outcome = finishTally(tally);
    const { dividends_cents: _all, ...figures } = figuresOf(outcome);
    const dividendOf = (isMinor: boolean) =>
      outcome.dividends.find(({ combination }) => combination.includes("-") !== isMinor);
    const { dividend_cents, minor_dividend_cents, ...expected } = vector.expected.pool;
    expect(figures).toEqual(expected);
    expect(numberOf(dividendOf(false)?.dividendCents)).toBe(dividend_cents);
    expect(numberOf(dividendOf(true)?.dividendCents)).toBe(minor_dividend_cents);
    const payout = startPayout(pool, outcome);
    const paid = tickets.map(([id, ticket]) => {
      const settled = payout.settle(ticket);
      const combinations = countCombinations(ticket);
      const amounts = {
        combinations,
        cost_cents: combinations * Number(ticket.unitStakeCents),
        refund_cents: Number(settled.refundCents),
        payout_cents: Number(settled.payoutCents),
      };
      return [id, amounts];
    });
    expect(Object.fromEntries(paid)).toEqual(vector.expected.tickets);
    expect(outcomeFromJson(JSON.parse(JSON.stringify(outcomeToJson(outcome))))).toEqual(outcome);
  });
});

function raceOf({ race, jackpot_in_cents }: WiderRace): RaceFacts {
  return {
    rules: AU_STD,
    handicap: false,
    runners: Array.from({ length: race.runners }, (_, i) => i + 1),
    scratched: race.scratched,
    abandoned: false,
    placings: race.result_groups,
    jackpotInCents: { ANY4: BigInt(jackpot_in_cents) },
    declared: null,
  };
}

function numberOf(cents: bigint | undefined): number | null {
  return cents === undefined ? null : Number(cents);
}

function figuresOf(pool: PoolOutcome) {
  return {
    status: pool.status,
    gross_cents: Number(pool.grossCents),
    takeout_cents: Number(pool.takeoutCents),
    net_cents: Number(pool.netCents),
    dividends_cents: Object.fromEntries(
      pool.dividends.map((each) => [each.combination, Number(each.dividendCents)]),
    ),
    paid_cents: Number(pool.paidCents),
    breakage_cents: Number(pool.breakageCents),
    house_topup_cents: Number(pool.houseTopUpCents),
    jackpot_out_cents: Number(pool.jackpotOutCents),
  };
}
