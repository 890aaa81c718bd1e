import {
  type DoublePoolCode,
  isDoublePool,
  isMultiPool,
  type MultiPoolCode,
  type PoolCode,
  poolOf,
  type SinglePoolCode,
} from "../bets/bet-types.ts";
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

/** One race of a pool over several. A leg has started once its betting is closed. */
export type LegFacts = {
  readonly handicap: boolean;
  readonly runners: readonly number[];
  /** Scratched before leg 1 started; leg 1 of a double: at any time. */
  readonly scratched: readonly number[];
  /** Scratched after leg 1 started. Empty in leg 1 of a double. */
  readonly scratchedAfterLeg1Started: readonly number[];
  /** null while there is none, or the leg is void. */
  readonly placings: Placings | null;
  readonly void: boolean;
  /** It became void after leg 1 had started; in a double, leg 2 alone. */
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

/** Everything but the bets that decides the money of a pool over three races and more. */
export type MultiPool = {
  readonly kind: "multi";
  readonly pool: MultiPoolCode;
  /** The rule set of the meeting. */
  readonly rules: RuleSet;
  readonly legs: readonly LegFacts[];
  readonly jackpotInCents: Cents;
  /** What its winners (of the first prize) share at least; 0: nothing was promised. */
  readonly guaranteeCents: Cents;
  /** All stakes were refunded before settlement. */
  readonly abandoned?: boolean;
  readonly declared: DeclaredDividends | null;
};

/** A pool that was refunded in full before settlement, whatever the results of its races. */
export function givenBackPool(
  pool: PoolCode,
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
  const facts = { rules, abandoned: true, jackpotInCents, declared: null };
  if (isMultiPool(pool)) {
    const legs = Array.from({ length: poolOf(pool).legs }, () => leg);
    return { kind: "multi", pool, legs, guaranteeCents: 0n, ...facts };
  }
  return {
    kind: "single",
    pool: pool as SinglePoolCode,
    handicap: false,
    runners: [],
    scratched: [],
    placings: [],
    ...facts,
  };
}

/** The jackpot that a pool brings in; a double has none. */
export function jackpotInOf(pool: PoolFacts): Cents {
  return pool.kind === "double" ? 0n : pool.jackpotInCents;
}

export type PoolFacts = SinglePool | DoublePool | MultiPool;
