import type { Cents } from "../money/cents.ts";
import type { BetTypeIndex, PoolCode } from "./bet-types.ts";

/** The saddle numbers chosen for one role of a bet, in any order, none twice. */
export type Slot = readonly number[];

/**
 * The chosen runners by role:
 * - types 1, 2, 4, 7, 9: `[runners]`
 * - type 3: `[A, B]`; types 5, 6, 8: one slot per finishing position
 * - types 10, 11: `[leg 1, leg 2]`
 * - types 12, 13: `[[stand-out], others]`; 14: `[[1st], ([2nd],) others]`;
 *   15: `[[1st], ([2nd],) ([3rd],) others]`. The last slot always holds the others.
 */
export type Slots = readonly Slot[];

/** What a bet covers, without money. */
export type Selection = { readonly betType: BetTypeIndex; readonly slots: Slots };

/** A bet as the player asks for it. */
export type BetOrder = Selection & {
  readonly unitStakeCents: Cents;
  /** The place unit of an Each Way; null: as the win unit. Other types ignore it. */
  readonly unitStake2Cents: Cents | null;
};

/** The part of a bet that lies in one pool: what a tally counts and a payout pays. */
export type PoolBet = Selection & { readonly unitStakeCents: Cents };

/** What one race offers to a bet. */
export type RaceField = {
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
};

export type BetLimits = { readonly maxCostCents: Cents; readonly maxCombinations: number };

/** A part of a priced bet: Each Way has two, every other type one. */
export type BetPart = {
  readonly pool: PoolCode;
  readonly combinations: number;
  readonly unitStakeCents: Cents;
  readonly costCents: Cents;
};

export type PricedBet = {
  /** Of all parts together: an Each Way on 1 runner has 2. */
  readonly combinations: number;
  readonly costCents: Cents;
  readonly parts: readonly BetPart[];
  /** The selection as it is to be stored: without the empty stand-out slots at the end. */
  readonly slots: Slots;
};

/** The scratched runners of a bet's races, one set per leg. */
export type ScratchedByLeg = readonly ReadonlySet<number>[];
