import {
  isDoublePool,
  isMultiPool,
  type DoublePoolCode,
  type MultiPoolCode,
  poolOf,
  type SinglePoolCode,
} from "../bets/bet-types.ts";
import type { Rounding } from "../money/rounding.ts";
import {
  type DeclaredDividends,
  type DoublePool,
  type LegFacts,
  type MultiPool,
  type Placings,
  type PoolFacts,
  givenBackPool,
} from "../pools/pool-facts.ts";
import { AU_STD, offersPool, type RuleSet } from "../pools/rule-sets.ts";
import type { LegFile, PoolFile, RaceFile, RuleSetFile } from "./race-file.ts";
import { FormatError } from "./read-json.ts";

/** The facts of one pool as its race's public file tells them. @throws FormatError */
export function factsOfPool(file: RaceFile, pool: PoolFile): PoolFacts {
  const rules = rulesOf(pool.rule_set ?? file.rule_set);
  if (!offersPool(rules, pool.pool)) throw new FormatError(`${pool.pool}: figures were expected`);
  const declared = declaredOf(pool);
  if (pool.given_back === true) {
    const jackpotInCents = BigInt(pool.jackpot_in_cents);
    return givenBackPool(pool.pool, { rules, jackpotInCents });
  }
  if (isDoublePool(pool.pool)) return doubleOf(pool, { rules, declared });
  if (isMultiPool(pool.pool)) return multiOf(pool, { rules, declared });
  return {
    kind: "single",
    pool: pool.pool as SinglePoolCode,
    rules,
    handicap: file.race.handicap,
    runners: file.runners.map(({ number }) => number),
    scratched: file.runners.filter(({ scratched }) => scratched).map(({ number }) => number),
    abandoned: file.race.status === "abandoned",
    placings: finalPlacings(file) ?? [],
    jackpotInCents: BigInt(pool.jackpot_in_cents),
    declared,
  };
}

/** The placings that count: of the newest final result. */
export function finalPlacings(file: RaceFile): Placings | null {
  const finals = file.results.filter(({ stage }) => stage === "final");
  const newest = finals.reduce<(typeof finals)[number] | null>(
    (best, each) => (best === null || each.version > best.version ? each : best),
    null,
  );
  return newest?.placings ?? null;
}

function doubleOf(
  pool: PoolFile,
  { rules, declared }: Pick<DoublePool, "rules" | "declared">,
): DoublePool {
  const legs = legsOf(pool) as [LegFacts, LegFacts];
  return { kind: "double", pool: pool.pool as DoublePoolCode, rules, legs, declared };
}

function multiOf(
  pool: PoolFile,
  { rules, declared }: Pick<MultiPool, "rules" | "declared">,
): MultiPool {
  return {
    kind: "multi",
    pool: pool.pool as MultiPoolCode,
    rules,
    legs: legsOf(pool),
    jackpotInCents: BigInt(pool.jackpot_in_cents),
    guaranteeCents: BigInt(pool.guarantee_cents ?? 0),
    declared,
  };
}

function legsOf({ pool, legs }: PoolFile): LegFacts[] {
  const count = poolOf(pool).legs;
  if (legs?.length !== count) throw new FormatError(`${pool}: ${count} legs were expected`);
  return legs.map(legOf);
}

function legOf(leg: LegFile): LegFacts {
  if (!leg.void && leg.placings === null) throw new FormatError("a leg's placings were expected");
  return {
    handicap: leg.handicap,
    runners: leg.runners,
    scratched: leg.scratched,
    scratchedAfterLeg1Started: leg.scratched_late,
    placings: leg.placings,
    void: leg.void,
    voidAfterLeg1Started: leg.void_late,
    favourite: leg.favourite,
  };
}

function declaredOf({ declared }: PoolFile): DeclaredDividends | null {
  if (declared === null) return null;
  const dividends = Object.entries(declared.dividends_cents);
  return {
    refunded: declared.refunded,
    dividends: dividends.map(([combination, cents]) => ({
      combination,
      dividendCents: BigInt(cents),
    })),
  };
}

/** A rule set from its public form. @throws FormatError */
export function rulesOf(file: RuleSetFile): RuleSet {
  return {
    name: file.name,
    version: file.version,
    takeoutBps: file.takeout_bps as RuleSet["takeoutBps"],
    places: file.places.map(([minStarters, places, only]) => ({
      minStarters,
      places,
      handicapOnly: only === "handicap",
    })),
    minStarters: file.min_starters as RuleSet["minStarters"],
    rounding: mapValues(file.rounding, roundingOf) as RuleSet["rounding"],
    minDividendCents: file.min_dividend_cents as RuleSet["minDividendCents"],
    noWinner: mapValues(file.no_winner, (rule) =>
      rule === "refund" ? "REFUND" : "JACKPOT",
    ) as RuleSet["noWinner"],
    minorBps: { ...AU_STD.minorBps, ...file.minor_bps },
    deadHeat: file.deadheat,
    doubles: { withdrawn: file.doubles.withdrawn, leg1Void: file.doubles.leg1_void },
  };
}

/** The public form of a rule set: the inverse of `rulesOf`. */
export function rulesToFile(rules: RuleSet): RuleSetFile {
  return {
    name: rules.name,
    version: rules.version,
    takeout_bps: rules.takeoutBps,
    places: rules.places.map(({ minStarters, places, handicapOnly }) =>
      handicapOnly ? [minStarters, places, "handicap"] : [minStarters, places],
    ),
    min_starters: rules.minStarters,
    rounding: mapValues(rules.rounding, ({ kind, stepCents }) => `${kind} ${stepCents}`),
    min_dividend_cents: rules.minDividendCents,
    no_winner: mapValues(rules.noWinner, (rule) => (rule === "REFUND" ? "refund" : "jackpot")),
    // A stored rule set from before there were second prizes has none.
    ...(rules.minorBps === undefined ? {} : { minor_bps: rules.minorBps }),
    deadheat: rules.deadHeat,
    doubles: { withdrawn: rules.doubles.withdrawn, leg1_void: rules.doubles.leg1Void },
  };
}

function roundingOf(text: string): Rounding {
  const [, kind, step] = /^(down|nearest) (\d{1,6})$/.exec(text) ?? [];
  const stepCents = Number(step);
  if ((kind !== "down" && kind !== "nearest") || !(stepCents > 0)) {
    throw new FormatError(`rounding: "down 10" or "nearest 5" was expected, not ${text}`);
  }
  return { kind, stepCents };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
