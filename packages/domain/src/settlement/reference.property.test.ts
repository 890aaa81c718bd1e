import fc from "fast-check";
import { expect, test } from "vitest";
import { settleDouble as settleByEngine } from "../../test/double-pool.ts";
import { LAWS } from "../../test/laws.ts";
import { placingsArbitrary } from "../../test/race-arbitrary.ts";
import { expand, type Form, STANDOUTS } from "../../test/reference/expand.ts";
import { type Bet, POOLS, type Race, settle } from "../../test/reference/settle.ts";
import { type Leg, settleDouble } from "../../test/reference/settle-double.ts";
import {
  type BetOrder,
  type BetTypeIndex,
  type PoolOutcome,
  RULE_SETS,
  type Slots,
} from "../index.ts";
import { settleRace } from "./settle-race.ts";

// The engine against a second one: a slow reference that was written from the rules of the club alone, takes every
// ticket apart and shares no line with the engine. Where the two differ by a cent, one of them does not follow the rules.

const RACES = { ...LAWS, numRuns: LAWS.numRuns * 6 };
const FIELDS = ["horse", "horse2", "horse1st", "horse2nd", "horse3rd", "horse4th"] as const;

/** The engine's slots of a form that the reference accepts, by the table of bet types. */
function slotsOf(betType: number, form: Form): Slots {
  const of = (...fields: (keyof Form)[]) => fields.map((field) => form[field] ?? []);
  const filled = of("horse1st", "horse2nd", "horse3rd").filter((slot) => slot.length > 0);
  if ([1, 2, 4, 7, 9, 17, 20, 22].includes(betType)) return of("horse");
  if (betType === 16 && (form.horse2 ?? []).length === 0) return of("horse1st", "horse2nd");
  if ([3, 10, 11, 16].includes(betType)) return of("horse", "horse2");
  if (betType === 5) return of("horse1st", "horse2nd");
  if (betType === 6 || betType === 19) return of("horse1st", "horse2nd", "horse3rd");
  if (betType === 8) return of("horse1st", "horse2nd", "horse3rd", "horse4th");
  const most = { 12: 1, 13: 1, 14: 2, 15: 3, 18: 1, 21: 2, 23: 3 }[betType] ?? 0;
  return [...filled.slice(0, most), form.horse ?? []];
}

const orderOf = ({ betType, form, unit, unit2 }: Bet): BetOrder => ({
  betType: betType as BetTypeIndex,
  slots: slotsOf(betType, form),
  unitStakeCents: unit,
  unitStake2Cents: unit2,
});

const rulesOf = ({ rules, deadHeat }: Pick<Race, "rules" | "deadHeat">) => ({
  ...RULE_SETS[rules],
  deadHeat,
});

const rules = fc.constantFrom("AU_STD" as const, "HK" as const, "UK_TOTE" as const);
const deadHeat = fc.constantFrom(
  "EQUAL_SHARE" as const,
  "PROFIT_SPLIT" as const,
  "COMMON" as const,
);
const unit = fc.oneof(
  fc.constantFrom(1n, 33n, 67n, 101n),
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, 500_000n),
);
/** Small fields as often as large ones; the numbers have gaps as those of real cards have. */
const field = fc
  .oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 24 }))
  .chain((count) =>
    fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: count, maxLength: count }),
  );

/**
 * A bet that has at least one combination; null where the field has none of its type. Half of all fields
 * hold the runner that finished in their place, else nobody would win where four have to be named.
 */
function betOn(
  types: readonly number[],
  fields: readonly number[][],
  finish: readonly number[],
): fc.Arbitrary<Bet | null> {
  const some = (
    numbers: readonly number[],
    most: number,
    wanted: readonly (number | undefined)[],
  ) =>
    fc
      .tuple(
        fc.boolean(),
        fc.shuffledSubarray([...numbers], {
          minLength: Math.min(1, numbers.length),
          maxLength: Math.min(most, numbers.length),
        }),
      )
      .map(([isHit, chosen]) => {
        const hit = wanted.filter((runner) => runner !== undefined);
        return isHit ? [...new Set([...hit, ...chosen])].slice(0, Math.max(most, 1)) : chosen;
      });
  return fc.constantFrom(...types).chain((betType) => {
    const isStandout = STANDOUTS.includes(betType);
    const most = isStandout ? 1 : 4;
    const horses = fc.record({
      horse: some(fields[0]!, 6, fields[1] ? [] : finish.slice(0, 4)),
      horse2: some(fields[1] ?? fields[0]!, 6, []),
      horse1st: some(fields[0]!, most, [finish[0]]),
      horse2nd: some(fields[0]!, most, [finish[1]]),
      horse3rd: some(fields[0]!, most, [finish[2]]),
      horse4th: some(fields[0]!, most, [finish[3]]),
    });
    const standouts = fc.integer({ min: 1, max: 3 });
    return fc.tuple(horses, standouts, unit, unit).map(([all, count, first, second]) => {
      const form = isStandout ? asStandout(all, count) : all;
      const bet = { betType, form, unit: first, unit2: betType === 9 ? second : first };
      return expand(betType, form, fields) ? bet : null;
    });
  });
}

function asStandout(form: Form, count: number): Form {
  const names = FIELDS.slice(2, 2 + count);
  const named = names.flatMap((name) => form[name] ?? []);
  return {
    ...Object.fromEntries(names.map((name) => [name, form[name]])),
    horse: (form.horse ?? []).filter((runner) => !named.includes(runner)),
  };
}

const betsOn = (types: readonly number[], fields: readonly number[][], finish: readonly number[]) =>
  fc
    .array(betOn(types, fields, finish), { minLength: 1, maxLength: 25 })
    .map((bets) => bets.filter((bet) => bet !== null));

const SINGLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];

const raceWithBets = fc.tuple(field, rules, deadHeat).chain(([runners, name, method]) =>
  fc.oneof(fc.constant<number[]>([]), fc.subarray(runners)).chain((scratched) =>
    placingsArbitrary(runners.filter((runner) => !scratched.includes(runner))).chain((placings) =>
      fc.record({
        race: fc.record({
          rules: fc.constant(name),
          deadHeat: fc.constant(method),
          handicap: fc.boolean(),
          runners: fc.constant(runners),
          scratched: fc.constant(scratched),
          abandoned: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
          placings: fc.constant(placings),
          jackpotIn: fc.oneof<fc.Arbitrary<Record<string, bigint>>[]>(
            fc.constant({}),
            fc.record({
              TRIFECTA: fc.bigInt(0n, 99_999n),
              FIRST4: fc.bigInt(0n, 99_999n),
              ANY4: fc.bigInt(0n, 99_999n),
            }),
          ),
        }),
        bets: betsOn(SINGLE, [runners], placings.flat()),
      }),
    ),
  ),
);

const moneyOf = (outcome: PoolOutcome) => ({
  status: outcome.status,
  gross: outcome.grossCents,
  takeout: outcome.takeoutCents,
  net: outcome.netCents,
  dividends: Object.fromEntries(
    outcome.dividends.map((paid) => [paid.combination, paid.dividendCents]),
  ),
  paid: outcome.paidCents,
  breakage: outcome.breakageCents,
  topUp: outcome.houseTopUpCents,
  jackpotOut: outcome.jackpotOutCents,
});

test("a race is settled as the reference settles it, to the cent", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const expected = settle(race, bets);
      const engine = settleRace(
        { ...race, rules: rulesOf(race), jackpotInCents: race.jackpotIn, declared: null },
        bets.map(orderOf),
      );
      expect(engine.placesPaid).toBe(expected.places);
      const settled = engine.pools.filter(({ grossCents }) => grossCents > 0n);
      expect(Object.fromEntries(settled.map((pool) => [pool.pool, moneyOf(pool)]))).toEqual(
        expected.pools,
      );
      for (const pool of POOLS) {
        expect(engine.jackpotNext[pool as "WIN"] ?? 0n, pool).toBe(expected.next[pool]);
      }
      expect(
        engine.bets.map(({ costCents, refundCents, payoutCents }) => ({
          cost: costCents,
          refund: refundCents,
          payout: payoutCents,
        })),
      ).toEqual(expected.bets);
    }),
    RACES,
  );
});

function legOn(runners: number[], index: number): fc.Arbitrary<Leg> {
  return fc
    .tuple(
      fc.subarray(runners, { maxLength: runners.length - 1 }),
      fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    )
    .chain(([out, late]) => {
      const started = runners.filter((runner) => !out.includes(runner));
      return fc.record({
        runners: fc.constant(runners),
        early: fc.constant(out.filter((_, i) => index === 0 || !late[i])),
        late: fc.constant(out.filter((_, i) => index === 1 && late[i])),
        handicap: fc.boolean(),
        voided: fc.oneof(
          { weight: 8, arbitrary: fc.constant("no" as const) },
          { weight: 1, arbitrary: fc.constant("early" as const) },
          { weight: 1, arbitrary: fc.constant("late" as const) },
        ),
        placings: placingsArbitrary(started),
        favourite: fc.constantFrom(...started),
      });
    });
}

const doubleWithBets = fc
  .tuple(
    field,
    field,
    rules,
    deadHeat,
    fc.constantFrom("DOUBLE_WIN" as const, "DOUBLE_PLACE" as const),
  )
  .chain(([first, second, name, method, pool]) =>
    fc.record({
      double: fc.record({
        rules: fc.constant(name),
        deadHeat: fc.constant(method),
        pool: fc.constant(pool),
        legs: fc.tuple(legOn(first, 0), legOn(second, 1)),
      }),
      bets: betsOn([pool === "DOUBLE_WIN" ? 10 : 11], [first, second], []),
    }),
  );

const legFacts = (leg: Leg) => ({
  handicap: leg.handicap,
  runners: leg.runners,
  scratched: leg.early,
  scratchedAfterLeg1Started: leg.late,
  placings: leg.voided === "no" ? leg.placings : null,
  void: leg.voided !== "no",
  voidAfterLeg1Started: leg.voided === "late",
  favourite: leg.favourite,
});

test("a double is settled as the reference settles it, to the cent", () => {
  fc.assert(
    fc.property(doubleWithBets, ({ double, bets }) => {
      const expected = settleDouble(double, bets);
      const { outcome, bets: settled } = settleByEngine(
        {
          kind: "double",
          pool: double.pool,
          rules: rulesOf(double),
          legs: [legFacts(double.legs[0]), legFacts(double.legs[1])],
          declared: null,
        },
        bets.map(orderOf),
      );
      expect(
        settled.map(({ refundCents, payoutCents }) => ({
          refund: refundCents,
          payout: payoutCents,
        })),
      ).toEqual(expected.bets.map(({ refund, payout }) => ({ refund, payout })));
      if (!expected.pool) {
        expect(outcome.status).toBe("REFUND");
        expect(outcome.takeoutCents).toBe(0n);
        return;
      }
      const { dividends, ...money } = expected.pool;
      const { dividends: byPair, ...engine } = moneyOf(outcome);
      expect(engine).toEqual(money);
      for (const [pair, dividend] of Object.entries(byPair)) {
        const key = pair
          .split("-")
          .map((runner, leg) => (double.legs[leg]!.voided === "no" ? runner : "F"));
        expect(dividend, pair).toBe(dividends[key.join("-")]);
      }
    }),
    RACES,
  );
});
