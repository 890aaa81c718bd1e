import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { type RaceVector, factsOf, orderOf } from "../../test/vector-shapes.ts";
import { flexiUnit } from "../bets/price-bet.ts";
import { outcomeFromJson, outcomeToJson } from "./outcome-json.ts";
import type { PoolOutcome } from "./pool-outcome.ts";
import { type SettledBet, settleRace } from "./settle-race.ts";

const FILES: [string, number][] = [
  ["race_settlement", 35],
  ["race_settlement_2", 53],
];

const STATUS = { WON: "won", LOST: "lost", REFUNDED: "refunded", PART_REFUNDED_LOST: "lost" };

describe.each(FILES)("%s", (name, count) => {
  const vectors = readVectors<RaceVector>(name);

  test("every vector is here", () => expect(vectors).toHaveLength(count));

  test.each(vectors.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const { expected } = vector;
      const settled = settleRace(factsOf(vector), vector.bets.map(orderOf));
      const live = settled.pools.filter((pool) => pool.grossCents > 0n);
      expect(settled.placesPaid).toBe(expected.places_paid);
      expect(Object.fromEntries(live.map((pool) => [pool.pool, poolFigures(pool)]))).toEqual(
        Object.fromEntries(
          Object.entries(expected.pools).map(([k, v]) => [k, { book_result_cents: 0, ...v }]),
        ),
      );
      expect(expected.bets).toHaveLength(vector.bets.length);
      const bets = settled.bets.map((bet, i) => betFigures(bet, vector.bets[i]!.id));
      expect(bets).toEqual(
        expected.bets.map((bet) => ({
          ...bet,
          status: STATUS[bet.status],
          winning_lines: bet.winning_lines
            .map((line) => ({ ...line, combination: line.combination.join("-") }))
            .sort(byName),
        })),
      );
      if (expected.jackpot_next_cents) {
        const next = Object.entries(settled.jackpotNext).map(([pool, cents]) => [
          pool,
          Number(cents),
        ]);
        expect(Object.fromEntries(next)).toMatchObject(expected.jackpot_next_cents);
      }
      for (const pool of settled.pools) {
        expect(outcomeFromJson(JSON.parse(JSON.stringify(outcomeToJson(pool))))).toEqual(pool);
      }
    },
  );

  test.each(
    vectors.flatMap(({ id, bets, expected }) =>
      bets
        .filter((bet) => bet.flexi_total_cents !== undefined)
        .map(
          (bet) => [id, bet.id, bet, expected.bets.find((each) => each.id === bet.id)!] as const,
        ),
    ),
  )("%s, %s: the unit of a flexi total", (_, __, bet, { combinations }) => {
    expect(flexiUnit(BigInt(bet.flexi_total_cents!), combinations)).toBe(BigInt(bet.unit_cents));
  });
});

function byName(
  a: { pool: string; combination: string },
  b: { pool: string; combination: string },
) {
  return `${a.pool} ${a.combination}`.localeCompare(`${b.pool} ${b.combination}`);
}

function poolFigures(pool: PoolOutcome) {
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
    book_result_cents: Number(pool.bookResultCents),
  };
}

function betFigures(bet: SettledBet, id: string) {
  return {
    id,
    combinations: bet.combinations,
    cost_cents: Number(bet.costCents),
    refund_cents: Number(bet.refundCents),
    payout_cents: Number(bet.payoutCents),
    winning_lines: bet.lines
      .map((line) => ({
        pool: line.pool,
        combination: line.combination,
        dividend_cents: Number(line.dividendCents),
        payout_cents: Number(line.payoutCents),
      }))
      .sort(byName),
    status: bet.status,
  };
}
