import fc from "fast-check";
import { type BetOrder, betTypeOf, RULE_SETS, type RaceFacts, type RuleSet } from "../src/index.ts";
import { SINGLE_TYPES, orderArbitrary, runnersUpTo } from "./laws.ts";

/** Cuts an order of finish into groups, so that dead heats are frequent. */
export function placingsArbitrary(runners: readonly number[]): fc.Arbitrary<number[][]> {
  return fc
    .tuple(
      fc.shuffledSubarray([...runners], { minLength: Math.min(1, runners.length) }),
      fc.array(fc.nat(3), { minLength: runners.length, maxLength: runners.length }),
    )
    .map(([order, cuts]) => {
      const groups: number[][] = [];
      order.forEach((runner, i) => {
        const group = cuts[i] === 0 ? groups.at(-1) : undefined;
        if (group) group.push(runner);
        else groups.push([runner]);
      });
      return groups;
    });
}

export const rulesArbitrary: fc.Arbitrary<RuleSet> = fc
  .tuple(
    fc.constantFrom(...Object.values(RULE_SETS)),
    fc.constantFrom("EQUAL_SHARE" as const, "PROFIT_SPLIT" as const, "COMMON" as const),
  )
  .map(([rules, deadHeat]) => ({ ...rules, deadHeat }));

export type RaceWithBets = { readonly race: RaceFacts; readonly bets: readonly BetOrder[] };

/** A race of 2 to 12 runners, a few of them scratched, its result, and up to 25 bets on it. */
export const raceWithBets: fc.Arbitrary<RaceWithBets> = fc
  .tuple(fc.integer({ min: 2, max: 12 }), rulesArbitrary)
  .chain(([count, rules]) => {
    const runners = runnersUpTo(count);
    return fc.subarray(runners, { maxLength: Math.min(3, count - 1) }).chain((scratched) => {
      const started = runners.filter((runner) => !scratched.includes(runner));
      return fc.record({
        race: fc.record({
          rules: fc.constant(rules),
          handicap: fc.boolean(),
          runners: fc.constant(runners),
          scratched: fc.constant(scratched),
          abandoned: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
          placings: placingsArbitrary(started),
          jackpotInCents: fc.record({
            TRIFECTA: fc.bigInt(0n, 9_999n),
            FIRST4: fc.bigInt(0n, 9_999n),
            ANY4: fc.bigInt(0n, 9_999n),
          }),
          declared: fc.constant(null),
        }),
        bets: fc.array(orderArbitrary(typesFor(count), runners), { minLength: 1, maxLength: 25 }),
      });
    });
  });

/** The types that have a combination in a field this small. */
function typesFor(count: number) {
  return SINGLE_TYPES.filter((type) => betTypeOf(type).length <= count);
}
