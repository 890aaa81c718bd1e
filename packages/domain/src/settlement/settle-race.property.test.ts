import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS, LONG_LAWS } from "../../test/laws.ts";
import { raceWithBets } from "../../test/race-arbitrary.ts";
import type { BetOrder, BetTypeIndex } from "../index.ts";
import { enumerateCombinations } from "../bets/combinations.ts";
import { betTypeOf } from "../bets/bet-types.ts";
import { sumCents } from "../money/cents.ts";
import { type StakesByCombination, addStakes } from "../pools/pool-stakes.ts";
import { outcomeFromJson, outcomeToJson } from "./outcome-json.ts";
import { startPayout } from "./pay-bet.ts";
import type { PoolOutcome } from "./pool-outcome.ts";
import { finishTally, startTally } from "./pool-tally.ts";
import { partsOf, poolOfRace, settleRace } from "./settle-race.ts";

test("what comes into a pool goes out of it", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      for (const pool of settleRace(race, bets).pools) {
        const into = pool.grossCents + pool.jackpotInCents + pool.houseTopUpCents;
        const kept = pool.takeoutCents + pool.breakageCents + pool.jackpotOutCents;
        expect(kept + pool.paidCents + pool.bookResultCents).toBe(into);
        for (const [name, value] of Object.entries(pool)) {
          if (typeof value === "bigint" && name !== "bookResultCents") {
            expect(value, name).toBeGreaterThanOrEqual(0n);
          }
        }
      }
    }),
    LAWS,
  );
});

test("the bets get what their pools paid, and no payout is negative", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const settled = settleRace(race, bets);
      const paying = settled.pools.filter((pool) => isPaying(pool));
      const returning = settled.pools.filter((pool) => !isPaying(pool));
      expect(sumCents(settled.bets.map((bet) => bet.payoutCents))).toBe(
        sumCents(paying.map((pool) => pool.paidCents)),
      );
      expect(sumCents(settled.bets.map((bet) => bet.refundCents))).toBe(
        sumCents(settled.pools.map((pool) => pool.refundedCents)) +
          sumCents(returning.map((pool) => pool.paidCents)),
      );
      for (const bet of settled.bets) {
        expect(bet.payoutCents).toBeGreaterThanOrEqual(0n);
        expect(bet.refundCents).toBeLessThanOrEqual(bet.costCents);
        expect(sumCents(bet.lines.map((line) => line.payoutCents))).toBe(bet.payoutCents);
      }
      expect(sumCents(settled.bets.map((bet) => bet.costCents))).toBe(
        sumCents(settled.pools.map((pool) => pool.grossCents + pool.refundedCents)),
      );
    }),
    LAWS,
  );
});

test("the order of the bets means nothing, and equal bets may be counted at once", () => {
  fc.assert(
    fc.property(raceWithBets, fc.integer({ min: 1, max: 3 }), ({ race, bets }, times) => {
      const repeated = bets.flatMap((bet) => new Array<BetOrder>(times).fill(bet));
      const plain = settleRace(race, repeated);
      expect(settleRace(race, repeated.toReversed()).pools).toEqual(plain.pools);
      for (const outcome of plain.pools) {
        const tally = startTally(poolOfRace(race, outcome.pool as "WIN"));
        for (const { pool, bet } of bets.flatMap(partsOf)) {
          if (pool === outcome.pool) tally.add(bet, times);
        }
        expect(finishTally(tally)).toEqual(outcome);
      }
    }),
    LAWS,
  );
});

test("a bet is paid from the stored outcome alone", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const settled = settleRace(race, bets);
      for (const outcome of settled.pools) {
        const stored = outcomeFromJson(JSON.parse(JSON.stringify(outcomeToJson(outcome))));
        expect(stored).toEqual(outcome);
        const pool = poolOfRace(race, outcome.pool as "WIN");
        const payout = startPayout(pool, stored);
        const paid = bets.flatMap(partsOf).filter((part) => part.pool === outcome.pool);
        const total = sumCents(paid.map((part) => payout.settle(part.bet).payoutCents));
        expect(total).toBe(isPaying(outcome) ? outcome.paidCents : 0n);
      }
    }),
    LAWS,
  );
});

test("a bet of many combinations gets what its combinations get one by one", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const [bet] = bets as [BetOrder];
      const straight = straightOrders(bet);
      const rest = bets.slice(1);
      const whole = settleRace(race, [...rest, bet]);
      const split = settleRace(race, [...rest, ...straight]);
      expect(split.pools).toEqual(whole.pools);
      const parts = split.bets.slice(rest.length);
      const settled = whole.bets.at(-1)!;
      expect(sumCents(parts.map((part) => part.payoutCents))).toBe(settled.payoutCents);
      expect(sumCents(parts.map((part) => part.refundCents))).toBe(settled.refundCents);
      expect(sumCents(parts.map((part) => part.costCents))).toBe(settled.costCents);
    }),
    LONG_LAWS,
  );
});

test("a scratched runner settles as one that never was there, but for the refunds", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const combinations = bets.flatMap(straightOrders);
      const isLive = (bet: BetOrder) =>
        !bet.slots.flat().some((runner) => race.scratched.includes(runner));
      const live = combinations.filter(isLive);
      const without = {
        ...race,
        runners: race.runners.filter((runner) => !race.scratched.includes(runner)),
        scratched: [],
      };
      const withPools = settleRace(race, combinations).pools;
      const withoutPools = settleRace(without, live).pools;
      const money = (pool: PoolOutcome) => ({ ...pool, refundedCents: 0n });
      expect(withPools.map(money)).toEqual(withoutPools.map(money));
    }),
    LONG_LAWS,
  );
});

test("the stakes by combination are gross, and those of the winners are their dividends' stakes", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      for (const outcome of settleRace(race, bets).pools.filter((pool) => pool.grossCents > 0n)) {
        const stakes: StakesByCombination = new Map();
        const live = { pool: outcome.pool, scratched: [new Set(race.scratched)] };
        for (const { pool, bet } of bets.flatMap(partsOf)) {
          if (pool === outcome.pool) addStakes(stakes, live, bet);
        }
        expect(sumCents(stakes.values())).toBe(outcome.grossCents);
        for (const { combination, stakesCents } of outcome.dividends) {
          expect(stakes.get(combination)).toBe(stakesCents);
        }
      }
    }),
    LONG_LAWS,
  );
});

function isPaying(pool: PoolOutcome): boolean {
  return pool.status === "PAID" || pool.status === "JACKPOT";
}

/** The straight type of each pool, for one combination at a time; Any 4 has a box of four instead. */
const STRAIGHT: Record<string, BetTypeIndex> = {
  QUINELLA: 3,
  EXACTA: 5,
  TRIFECTA: 6,
  FIRST4: 8,
  QUINELLA_PLACE: 16,
  TRIO: 19,
};
const BOX_OF_FOUR: BetTypeIndex = 22;

function straightOrders(bet: BetOrder): BetOrder[] {
  const pool = betTypeOf(bet.betType).pools[0]!;
  const isBox = pool === "ANY4";
  const betType = isBox ? BOX_OF_FOUR : (STRAIGHT[pool] ?? bet.betType);
  return [...enumerateCombinations(bet)].map((numbers) => ({
    ...bet,
    betType,
    slots: isBox ? [numbers] : numbers.map((runner) => [runner]),
  }));
}
