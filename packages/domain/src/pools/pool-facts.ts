import { type DoublePoolCode, type SinglePoolCode, isDoublePool } from "../bets/bet-types.ts";
import type { Cents } from "../money/cents.ts";
import type { RuleSet } from "./rule-sets.ts";
import type { Placings } from "./shares.ts";

export type { Placings } from "./shares.ts";

/** The official dividends of one pool of a meeting that pays declared ones. */
export type DeclaredDividends = {
  /** The pool was declared refunded: `dividends` is empty then. */
  readonly refunded: boolean;
  /** `combination` as written: "3-7"; a field in a double may be written "3-F". */
  readonly dividends: readonly { readonly combination: string; readonly dividendCents: Cents }[];
};

/** Everything but the bets that decides the money of a pool over one race. */
export type SinglePool = {
  readonly kind: "single";
  readonly pool: SinglePoolCode;
  readonly rules: RuleSet;
  readonly handicap: boolean;
  /** Every declared runner, the scratched among them. */
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
  readonly abandoned: boolean;
  readonly placings: Placings;
  readonly jackpotInCents: Cents;
  /** null: the club computes the dividends. */
  readonly declared: DeclaredDividends | null;
};

/** One race of a double. A leg has started once its betting is closed. */
export type LegFacts = {
  readonly handicap: boolean;
  readonly runners: readonly number[];
  /** Leg 1: scratched at any time. Leg 2: scratched before leg 1 started. */
  readonly scratched: readonly number[];
  /** Leg 2 alone: scratched after leg 1 started. Empty in leg 1. */
  readonly scratchedAfterLeg1Started: readonly number[];
  /** null while there is none, or the leg is void. */
  readonly placings: Placings | null;
  readonly void: boolean;
  /** Leg 2 alone: it became void after leg 1 had started. */
  readonly voidAfterLeg1Started: boolean;
  /** See `favouriteOf`; null: nothing replaces a withdrawn runner, its combinations come back. */
  readonly favourite: number | null;
};

/** Everything but the bets that decides the money of a pool over two races. */
export type DoublePool = {
  readonly kind: "double";
  readonly pool: DoublePoolCode;
  /** The rule set of leg 1's meeting. */
  readonly rules: RuleSet;
  readonly legs: readonly [LegFacts, LegFacts];
  /** All stakes were refunded before settlement: a leg fell out, or an operator did it. */
  readonly abandoned?: boolean;
  readonly declared: DeclaredDividends | null;
};

/** A pool that was refunded in full before settlement, whatever the results of its races. */
export function givenBackPool(
  pool: SinglePoolCode | DoublePoolCode,
  { rules, jackpotInCents }: { rules: RuleSet; jackpotInCents: Cents },
): PoolFacts {
  const leg = {
    handicap: false,
    runners: [],
    scratched: [],
    scratchedAfterLeg1Started: [],
    placings: null,
    void: true,
    voidAfterLeg1Started: false,
    favourite: null,
  };
  if (isDoublePool(pool)) {
    return { kind: "double", pool, rules, legs: [leg, leg], abandoned: true, declared: null };
  }
  return {
    kind: "single",
    pool,
    rules,
    handicap: false,
    runners: [],
    scratched: [],
    abandoned: true,
    placings: [],
    jackpotInCents,
    declared: null,
  };
}

export type PoolFacts = SinglePool | DoublePool;
