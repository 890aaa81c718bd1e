import type { Cents } from "../money/cents.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import type { WinningCombination } from "./plan-shapes.ts";
import type { TicketCount } from "./pool-outcome.ts";

/** A winning combination with what was bet on it. */
export type Backing = {
  readonly winner: WinningCombination;
  readonly tickets: readonly TicketCount[];
  readonly stakesCents: Cents;
};

/** What a finished count of a pool's bets says. */
export type PoolCount = {
  readonly pool: PoolFacts;
  readonly grossCents: Cents;
  readonly refundedCents: Cents;
  readonly jackpotInCents: Cents;
  readonly backed: readonly Backing[];
};
