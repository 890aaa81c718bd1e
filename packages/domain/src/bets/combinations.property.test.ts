import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_TYPES, LAWS, orderArbitrary, runnersUpTo, slotsArbitrary } from "../../test/laws.ts";
import { betTypeOf } from "./bet-types.ts";
import { combinationsOf, enumerateCombinations, readCombination } from "./combinations.ts";
import { countCombinations, countLive, countScratched } from "./count-combinations.ts";
import { covers } from "./covers.ts";
import { priceBet } from "./price-bet.ts";

const RUNNERS = runnersUpTo(9);
const LIMITS = { maxCostCents: 10n ** 12n, maxCombinations: 30_000 };
const selections = fc
  .constantFrom(...ALL_TYPES)
  .chain((betType) => slotsArbitrary(betType, RUNNERS).map((slots) => ({ betType, slots })));

test("the count by formula is the count of the combinations, none of them twice", () => {
  fc.assert(
    fc.property(selections, (selection) => {
      const pool = betTypeOf(selection.betType).pools[0]!;
      const written = [...combinationsOf(selection, pool)];
      expect(new Set(written).size).toBe(written.length);
      expect(countCombinations(selection)).toBe(written.length);
    }),
    LAWS,
  );
});

test("the count of live combinations is that of those without a scratched runner", () => {
  fc.assert(
    fc.property(selections, fc.subarray(RUNNERS), fc.subarray(RUNNERS), (selection, one, two) => {
      const { legs } = betTypeOf(selection.betType);
      const isDouble = legs > 1;
      const scratched = Array.from(
        { length: legs },
        (_, leg) => new Set(leg % 2 === 0 ? one : two),
      );
      const live = [...enumerateCombinations(selection)].filter((numbers) =>
        numbers.every((runner, leg) => !scratched[isDouble ? leg : 0]!.has(runner)),
      );
      expect(countLive(selection, scratched)).toBe(live.length);
      expect(countScratched(selection, scratched)).toBe(countCombinations(selection) - live.length);
    }),
    LAWS,
  );
});

test("a bet covers a combination exactly when it has it", () => {
  fc.assert(
    fc.property(selections, (selection) => {
      const { pools, length, isOrdered } = betTypeOf(selection.betType);
      const written = new Set(combinationsOf(selection, pools[0]!));
      // Every combination that the pool can have over a few of the runners.
      const some = [...new Set(selection.slots.flat())].slice(0, 5);
      for (const numbers of tuples([...some, 9], length)) {
        if (!isOrdered && numbers.some((n, i) => i > 0 && n <= numbers[i - 1]!)) continue;
        expect(covers(selection, numbers)).toBe(written.has(numbers.join("-")));
        if (!isOrdered)
          expect(covers(selection, numbers.toReversed())).toBe(covers(selection, numbers));
      }
      for (const each of written) expect(covers(selection, readCombination(each))).toBe(true);
    }),
    LAWS,
  );
  /** Of distinct runners; doubles are tried with equal ones elsewhere. */
  function* tuples(from: number[], length: number, taken: number[] = []): Generator<number[]> {
    if (taken.length === length) yield taken;
    else
      for (const n of new Set(from))
        if (!taken.includes(n)) yield* tuples(from, length, [...taken, n]);
  }
});

test("the cost is combinations x unit stake, part by part", () => {
  fc.assert(
    fc.property(orderArbitrary(ALL_TYPES, RUNNERS), (order) => {
      const field = { runners: RUNNERS, scratched: [] };
      const { pools, legs } = betTypeOf(order.betType);
      const fields = Array.from({ length: legs }, () => field);
      const priced = priceBet(order, fields, LIMITS);
      const each = BigInt([...enumerateCombinations(order)].length);
      const second = order.unitStake2Cents ?? order.unitStakeCents;
      const units = pools.length === 2 ? order.unitStakeCents + second : order.unitStakeCents;
      expect(priced.costCents).toBe(each * units);
      expect(priced.combinations).toBe(Number(each) * pools.length);
      expect(priced.parts.map((part) => part.pool)).toEqual(pools);
      expect(priced.parts.reduce((sum, part) => sum + part.costCents, 0n)).toBe(priced.costCents);
    }),
    LAWS,
  );
});

test("four slots of 24 runners are counted at once", () => {
  const all = runnersUpTo(24);
  expect(countCombinations({ betType: 8, slots: [all, all, all, all] })).toBe(24 * 23 * 22 * 21);
  expect(countCombinations({ betType: 19, slots: [all, all, all] })).toBe((24 * 23 * 22) / 6);
});
