import type { ScratchedByLeg } from "../bets/bet-order.ts";
import type { Share } from "../pools/shares.ts";

/** Who replaces the withdrawn runners of a leg. */
export type Substitution = {
  readonly withdrawn: ReadonlySet<number>;
  readonly favourite: number | null;
};
export type Substitutions = readonly [Substitution, Substitution];

/** One combination that wins in a pool. */
export type WinningCombination = Share & {
  readonly combination: string;
  /** With a field, as it may be declared: "3-F"; else null. */
  readonly fieldCombination: string | null;
  /** Winners of one group share one share and one dividend: the partners of a winner in a field. */
  readonly group: number;
};

/** What the facts of a pool say before any bet is looked at. */
export type PoolPlan = {
  /** Step 1: the race was abandoned or has too few starters; everything goes back. */
  readonly isOff: boolean;
  /** Whose combinations come back, by leg. */
  readonly scratched: ScratchedByLeg;
  readonly hasScratched: boolean;
  /** Doubles: who stands in for whom, by leg. */
  readonly substitutions: Substitutions | null;
  readonly winners: readonly WinningCombination[];
};
