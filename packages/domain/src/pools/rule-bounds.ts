import {
  MINOR_POOL_CODES,
  POOL_CODES,
  type PoolCode,
  SINGLE_POOL_CODES,
  type SinglePoolCode,
  poolOf,
} from "../bets/bet-types.ts";
import type { RuleSet } from "./rule-sets.ts";

/** A figure that no club may choose, by its name in the public form of a rule set. */
export type RuleFault = {
  /** `takeout_bps.WIN`, `places.0.places` and the like. */
  readonly field: string;
  /**
   * `range`: outside what is lawful. `step`: a rounding step that no dividend has. `order`: a row
   * of places that an earlier row leaves unreachable. `jackpot`: this pool has none.
   */
  readonly kind: "range" | "step" | "order" | "jackpot";
  readonly least?: number;
  readonly most?: number;
};

type Range = readonly [least: number, most: number];

/** What a club may choose from. Source: docs/rules/pools.md, "Changing a rule set". */
export const RULE_BOUNDS = {
  takeoutBps: [0, 3500] as Range,
  minDividendCents: [100, 150] as Range,
  steps: [1, 5, 10, 20, 50, 100] as readonly number[],
  /** A pool needs more starters than one of its combinations names runners. */
  minStarters: Object.fromEntries(
    SINGLE_POOL_CODES.map((code): [string, Range] => [code, [poolOf(code).length + 1, 20]]),
  ) as Readonly<Record<SinglePoolCode, Range>>,
  minorBps: [0, 5000] as Range,
  placeRows: [1, 6] as Range,
  placeStarters: [2, 40] as Range,
  placesPaid: [1, 6] as Range,
  /** Pools whose money may wait for the next race when nobody wins. */
  jackpots: POOL_CODES.filter((code) => poolOf(code).mayJackpot),
} as const;

/** A club's own rule set is named like the built-in ones: capitals, digits, underscores. */
export const RULE_SET_NAME = /^[A-Z][A-Z0-9_]{1,23}$/;

/** Every figure of a rule set that is out of bounds; without any, a club may pay by it. */
export function faultsOfRules(rules: RuleSet): RuleFault[] {
  return [
    ...POOL_CODES.flatMap((code) => faultsOfPool(rules, code)),
    ...MINOR_POOL_CODES.flatMap((code) =>
      outside(`minor_bps.${code}`, rules.minorBps[code], RULE_BOUNDS.minorBps),
    ),
    ...faultsOfPlaces(rules),
  ];
}

function faultsOfPool(rules: RuleSet, code: PoolCode): RuleFault[] {
  const { takeoutBps, minDividendCents, minStarters, steps, jackpots } = RULE_BOUNDS;
  const faults = [
    ...outside(`takeout_bps.${code}`, rules.takeoutBps[code], takeoutBps),
    ...outside(`min_dividend_cents.${code}`, rules.minDividendCents[code], minDividendCents),
  ];
  if (!steps.includes(rules.rounding[code].stepCents)) {
    faults.push({ field: `rounding.${code}`, kind: "step" });
  }
  if (rules.noWinner[code] === "JACKPOT" && !jackpots.includes(code)) {
    faults.push({ field: `no_winner.${code}`, kind: "jackpot" });
  }
  if (poolOf(code).legs === 1) {
    const single = code as SinglePoolCode;
    faults.push(...outside(`min_starters.${code}`, rules.minStarters[single], minStarters[single]));
  }
  return faults;
}

/** Rows go from many starters to few; each pays fewer places than it has starters. */
function faultsOfPlaces({ places }: RuleSet): RuleFault[] {
  const { placeRows, placeStarters, placesPaid } = RULE_BOUNDS;
  const faults = outside("places", places.length, placeRows);
  for (const [at, row] of places.entries()) {
    faults.push(
      ...outside(`places.${at}.min_starters`, row.minStarters, placeStarters),
      ...outside(`places.${at}.places`, row.places, [
        placesPaid[0],
        Math.min(placesPaid[1], Math.max(1, row.minStarters - 1)),
      ]),
    );
    // The first row that fits decides, so a row after one that asks for no more is never reached.
    const isReached = places
      .slice(0, at)
      .every((one) => one.minStarters > row.minStarters || (one.handicapOnly && !row.handicapOnly));
    if (!isReached) faults.push({ field: `places.${at}.min_starters`, kind: "order" });
  }
  return faults;
}

function outside(field: string, value: number, [least, most]: Range): RuleFault[] {
  const isInside = Number.isInteger(value) && value >= least && value <= most;
  return isInside ? [] : [{ field, kind: "range", least, most }];
}
