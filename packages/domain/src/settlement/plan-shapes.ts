import type { ScratchedByLeg } from "../bets/bet-order.ts";
import type { Share } from "../pools/shares.ts";

/** Who replaces the withdrawn runners of a leg. */
export type Substitution = {
  readonly withdrawn: ReadonlySet<number>;
  readonly favourite: number | null;
};
/** One for each leg. */
export type Substitutions = readonly Substitution[];

/** A leg of a pool over three races and more: who replaces whom, and who wins it. */
export type LegWin = Substitution & {
  /** Its combinations came back. */
  readonly refunded: ReadonlySet<number>;
  /** null: the leg is void, and every runner wins it. */
  readonly winners: ReadonlySet<number> | null;
};

/** The prizes of a pool over three races and more: all legs right, or all but one. */
export type Tier = "MAJOR" | "MINOR";

/** One combination that wins in a pool. */
export type WinningCombination = Share & {
  readonly combination: string;
  /** With a field, as it may be declared: "3-F"; else null. */
  readonly fieldCombination: string | null;
  /** Winners of one group share one share and one dividend: the partners of a winner in a field. */
  readonly group: number;
  /** Pools over three races and more: everything that wins a prize is one winner. */
  readonly tier?: Tier;
};

/** What the facts of a pool say before any bet is looked at. */
export type PoolPlan = {
  /** Step 1: the race was abandoned or has too few starters; everything goes back. */
  readonly isOff: boolean;
  /** Whose combinations come back, by leg. */
  readonly scratched: ScratchedByLeg;
  readonly hasScratched: boolean;
  /** Pools over several races: who stands in for whom, by leg. */
  readonly substitutions: Substitutions | null;
  /** Pools over three races and more: their legs. */
  readonly legWins?: readonly LegWin[];
  readonly winners: readonly WinningCombination[];
};
