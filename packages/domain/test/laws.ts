import fc from "fast-check";
import {
  BET_TYPES,
  type BetOrder,
  type BetTypeIndex,
  type Slots,
  betTypeOf,
  countCombinations,
} from "../src/index.ts";

const RUNS = Number(process.env.LAW_RUNS ?? 300);

/**
 * How often a law is tried, `LAW_RUNS=n` for another number. A failure prints its seed; `SEED=n`
 * tries that one again.
 */
export const LAWS = {
  numRuns: RUNS,
  ...(process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) }),
};

/** For laws whose every try is long. */
export const LONG_LAWS = { ...LAWS, numRuns: Math.ceil(RUNS / 2) };

/** The types that lie in one race. */
export const SINGLE_TYPES = BET_TYPES.filter((type) => type.legs === 1).map((type) => type.index);
export const ALL_TYPES = BET_TYPES.map((type) => type.index);

export function runnersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

function slot(runners: readonly number[], from = 1, upTo = 6): fc.Arbitrary<number[]> {
  const most = Math.min(runners.length, upTo);
  return fc.uniqueArray(fc.constantFrom(...runners), {
    minLength: Math.min(from, most),
    maxLength: most,
  });
}

/** Slots of a bet type over these runners; they may give no combination at all. */
export function slotsArbitrary(
  index: BetTypeIndex,
  runners: readonly number[],
): fc.Arbitrary<Slots> {
  const { layout, length } = betTypeOf(index);
  switch (layout) {
    case "each":
      return fc.tuple(slot(runners));
    case "box":
      return fc.tuple(slot(runners, length));
    case "pair":
    case "positions":
    case "legs": {
      // Six legs of six runners would be 46,656 combinations.
      const most = length > 4 ? 3 : 6;
      return fc.array(slot(runners, 1, most), { minLength: length, maxLength: length });
    }
    case "standout":
      return fc
        .tuple(
          fc.integer({ min: 1, max: length - 1 }),
          fc.shuffledSubarray([...runners], {
            minLength: length,
            maxLength: Math.min(runners.length, 9),
          }),
        )
        .map(([standouts, chosen]) => [
          ...chosen.slice(0, standouts).map((runner) => [runner]),
          chosen.slice(standouts),
        ]);
  }
}

/** Orders of a bet type that have at least one combination. */
export function orderArbitrary(
  types: readonly BetTypeIndex[],
  runners: readonly number[],
): fc.Arbitrary<BetOrder> {
  const unit = fc.oneof(fc.constantFrom(33n, 67n), fc.bigInt(1n, 200n), fc.bigInt(1n, 100_000n));
  return fc
    .constantFrom(...types)
    .chain((betType) =>
      fc.record({
        betType: fc.constant(betType),
        slots: slotsArbitrary(betType, runners),
        unitStakeCents: unit,
        unitStake2Cents: fc.option(unit),
      }),
    )
    .filter((order) => countCombinations(order) > 0);
}
