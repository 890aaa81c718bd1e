import type { Rounding } from "../money/rounding.ts";
import type { ChanceOf, RaceChances } from "./harville.ts";
import type { Finish, Share } from "./shares.ts";

export type RuleSetName = "AU_STD" | "HK" | "UK_TOTE";

/**
 * How the slots of a selection become combinations. Whether their order counts is the pool's.
 * - `each`: every runner of the one slot is a combination.
 * - `pair`: a runner of the first slot with one of the second.
 * - `box`: any runners of the one slot.
 * - `positions`: one slot per runner of a combination.
 * - `standout`: one runner per stand-out slot, by position; the last slot holds the others.
 * - `legs`: one slot per race.
 *
 * Its fields on the wire: `bets/bet-types.ts`.
 */
export type Layout = "each" | "pair" | "box" | "positions" | "standout" | "legs";

/** One way to bet into a pool. */
export type BetDescription = {
  /** What the form, the stored bet and its texts know it by; once given it never changes. */
  readonly index: number;
  readonly key: string;
  readonly name: string;
  readonly layout: Layout;
  /** A second pool that takes the same selection with a unit stake of its own. */
  readonly alsoIn?: string;
  /** One of the few within reach of the thumb on a race's page. */
  readonly isQuick?: true;
};

/** The figures of a pool that a rule set may change. */
export type PoolRules = {
  readonly takeoutBps: number;
  /** Only for pools on one race. */
  readonly minStarters?: number;
  /** Only for pools with a second prize: its part of what is left after the takeout. */
  readonly minorBps?: number;
  /** Without it: down to 10 cents. */
  readonly rounding?: Rounding;
  /** After rounding, per 1.00 staked. Without it: the stake. */
  readonly minDividendCents?: number;
  /** Without it: everything is refunded. */
  readonly noWinner?: "JACKPOT";
};

/** Everything in which one pool differs from another. */
export type PoolDescription = {
  readonly code: string;
  /** How many races its combinations name. */
  readonly legs: 1 | 2 | 3 | 4 | 6;
  /** How many runners one combination names. */
  readonly length: 1 | 2 | 3 | 4 | 6;
  /** Whether 3-7 and 7-3 are two combinations. */
  readonly isOrdered: boolean;
  /** The winners of a result and their shares; for a pool over several races, those of one leg. */
  readonly winners: (finish: Finish) => Share[];
  /** As many win as the race pays places. */
  readonly paysPlaces?: true;
  /**
   * `NOT_COMMON`: equal shares where the rule set has one dividend for all. `COMMON`: one for all,
   * always.
   */
  readonly deadHeat?: "NOT_COMMON" | "COMMON";
  /** The most combinations that one bet may have; without it, as many as the club allows. */
  readonly mostCombinations?: number;
  /** One of its combinations may be a leg of an All Up. */
  readonly allUp?: true;
  /** Rule sets and public files from before it was there have no figures for it. */
  readonly isLater?: true;
  /** A rule set may let its money wait for the next race when nobody wins. */
  readonly mayJackpot?: true;
  /**
   * What it would pay before a result: by the stakes on each runner, by those on each combination,
   * or, over several races, by the chance of the runner of one leg.
   */
  readonly estimate: "own_money" | "board" | ((race: RaceChances) => ChanceOf);
  /** Its figures in the presets; what is not named is as in AU_STD. */
  readonly rules: { readonly AU_STD: PoolRules } & Partial<Record<RuleSetName, Partial<PoolRules>>>;
  readonly bets: readonly BetDescription[];
};

/** The most combinations of a bet over three races and more. */
export const MOST_OVER_RACES = 100_000;

export const NEAREST_5: Rounding = { kind: "nearest", stepCents: 5 };

/**
 * Describes one pool and the bets that it takes. A pool is one file with one description, listed in
 * `pools.table.ts`; its texts are `pool.CODE`, and of each bet `betType.N`, `bet.hint.N` and the page
 * `bet-N`. Source: docs/rules/pools.md, "The table of pools".
 */
export function definePool<const Pool extends PoolDescription>(pool: Pool): Pool {
  return pool;
}
