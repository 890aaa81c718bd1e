import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS, orderArbitrary, runnersUpTo } from "../../test/laws.ts";
import { BET_TYPES, betTypeOf } from "../bets/bet-types.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { estimateLegs, estimateRunners, netOf } from "./estimate-return.ts";
import { RULE_SETS } from "./rule-sets.ts";

const RUNNERS = runnersUpTo(8);
const stakes = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...RUNNERS), fc.bigInt({ min: 1n, max: 100_000_000n })),
  { minLength: 1, selector: ([runner]) => runner },
);
const race = fc.record({
  runners: fc.constant(RUNNERS),
  scratched: fc.subarray(RUNNERS, { maxLength: 2 }),
  handicap: fc.boolean(),
  winStakes: stakes.map((each) => new Map(each)),
  placeStakes: stakes.map((each) => new Map(each)),
});
const rules = fc.constantFrom(...Object.values(RULE_SETS));
const cents = fc.bigInt({ min: 0n, max: 1_000_000_000n });

const typesOf = (isWanted: (type: (typeof BET_TYPES)[number]) => boolean) =>
  BET_TYPES.filter(isWanted).map(({ index }) => index);
const OF_LEGS = typesOf(({ legs, layout }) => legs > 1 && layout === "legs");
const OF_RUNNERS = typesOf(({ pools }) => pools.every((pool) => ["WIN", "PLACE"].includes(pool)));

test("over several races no estimate is more than the pool with the bet in it, or its guarantee", () => {
  const money = fc.record({ grossCents: cents, jackpotInCents: cents, guaranteeCents: cents });
  const races = fc.array(race, { minLength: 6, maxLength: 6 });
  const order = orderArbitrary(OF_LEGS, RUNNERS);
  let said = 0;
  fc.assert(
    fc.property(order, races, money, rules, (bet, all, pool, set) => {
      const { pools, legs } = betTypeOf(bet.betType);
      const range = estimateLegs(bet, all.slice(0, legs), { ...pool, rules: set });
      if (range === null) return;
      said += 1;
      const gross = pool.grossCents + BigInt(countCombinations(bet)) * bet.unitStakeCents;
      const net = netOf(gross, set, pools[0]!) + pool.jackpotInCents;
      expect(range.minCents).toBeLessThanOrEqual(range.maxCents);
      expect(range.maxCents).toBeLessThanOrEqual(
        net > pool.guaranteeCents ? net : pool.guaranteeCents,
      );
    }),
    LAWS,
  );
  expect(said).toBeGreaterThan(0);
});

test("of Win, Place and Each Way none is more than these pools with the bet in them", () => {
  const order = orderArbitrary(OF_RUNNERS, RUNNERS);
  let said = 0;
  fc.assert(
    fc.property(order, race, rules, (bet, field, set) => {
      const range = estimateRunners(bet, field, set);
      if (range === null) return;
      said += 1;
      const live = (numbers: Iterable<[number, bigint]>) =>
        [...numbers].reduce(
          (sum, [runner, each]) => (field.scratched.includes(runner) ? sum : sum + each),
          0n,
        );
      const { pools } = betTypeOf(bet.betType);
      const chosen = BigInt(bet.slots[0]!.filter((one) => !field.scratched.includes(one)).length);
      let most = 0n;
      for (const [i, pool] of pools.entries()) {
        const before = live(pool === "WIN" ? field.winStakes : field.placeStakes);
        const unit = i === 1 ? (bet.unitStake2Cents ?? bet.unitStakeCents) : bet.unitStakeCents;
        most += netOf(before + chosen * unit, set, pool);
      }
      expect(range.maxCents).toBeLessThanOrEqual(most);
    }),
    LAWS,
  );
  expect(said).toBeGreaterThan(0);
});
