import fc from "fast-check";
import type { PoolBet } from "../src/bets/bet-order.ts";
import { MULTI_POOL_CODES, poolOf } from "../src/bets/bet-types.ts";
import type { LegFacts, MultiPool } from "../src/pools/pool-facts.ts";
import { runnersUpTo } from "./laws.ts";
import { ticketOf } from "./multi-vector.ts";
import { placingsArbitrary, rulesArbitrary } from "./race-arbitrary.ts";

const leg: fc.Arbitrary<LegFacts> = fc.integer({ min: 2, max: 5 }).chain((count) => {
  const runners = runnersUpTo(count);
  const split = fc.tuple(
    fc.subarray(runners, { maxLength: count - 1 }),
    fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    fc.integer({ min: 0, max: 9 }),
  );
  return split.chain(([out, isLate, chance]) => {
    const gone = chance < 5 ? [] : out;
    const live = runners.filter((runner) => !gone.includes(runner));
    return fc.record({
      handicap: fc.boolean(),
      runners: fc.constant(runners),
      scratched: fc.constant(gone.filter((_, i) => !isLate[i])),
      scratchedAfterLeg1Started: fc.constant(gone.filter((_, i) => isLate[i])),
      placings: chance === 9 ? fc.constant(null) : placingsArbitrary(live),
      void: fc.constant(chance === 9),
      voidAfterLeg1Started: fc.constant(chance === 9),
      favourite: fc.option(fc.constantFrom(...live), { freq: 20 }),
    });
  });
});

export type MultiWithTickets = { readonly pool: MultiPool; readonly tickets: readonly PoolBet[] };

/** A pool over three races and more with its legs, some of them void, and up to 12 tickets on it. */
export const multiWithTickets: fc.Arbitrary<MultiWithTickets> = fc
  .constantFrom(...MULTI_POOL_CODES)
  .chain((code) =>
    fc
      .record({
        kind: fc.constant("multi" as const),
        pool: fc.constant(code),
        rules: rulesArbitrary,
        legs: fc.array(leg, { minLength: poolOf(code).legs, maxLength: poolOf(code).legs }),
        jackpotInCents: fc.oneof(fc.constant(0n), fc.bigInt(1n, 99_999n)),
        guaranteeCents: fc.oneof(fc.constant(0n), fc.bigInt(1n, 99_999n)),
        declared: fc.constant(null),
      })
      .chain((pool) => fc.record({ pool: fc.constant(pool), tickets: ticketsOn(pool, code) })),
  );

function ticketsOn(pool: MultiPool, code: MultiPool["pool"]): fc.Arbitrary<PoolBet[]> {
  const slots = pool.legs.map(({ runners }) =>
    fc.shuffledSubarray([...runners], { minLength: 1, maxLength: Math.min(3, runners.length) }),
  );
  const ticket = fc
    .tuple(fc.tuple(...slots), fc.integer({ min: 1, max: 500 }))
    .map(([chosen, unit]) => ticketOf(code, chosen, unit));
  return fc.array(ticket, { minLength: 1, maxLength: 12 });
}
