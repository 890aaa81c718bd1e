import type { Cents } from "../money/cents.ts";
import type { BetTypeIndex, PoolCode } from "./bet-types.ts";

/** The saddle numbers chosen for one role of a bet, in any order, none twice. */
export type Slot = readonly number[];

/**
 * The chosen runners by role, as the layout of the bet type has them: `[runners]` of `each` and `box`,
 * `[A, B]` of a `pair`, one slot per finishing position, one per leg; of a `standout`
 * `[[1st], ([2nd],) .. others]`: the last slot always holds the others.
 */
export type Slots = readonly Slot[];

/** What a bet covers, without money. */
export type Selection = { readonly betType: BetTypeIndex; readonly slots: Slots };

/** A bet as the player asks for it. */
export type BetOrder = Selection & {
  readonly unitStakeCents: Cents;
  /** The place unit of an Each Way; null: the same as the win unit. Other types ignore it. */
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
