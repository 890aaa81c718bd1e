import type { PoolCode } from "../bets/bet-types.ts";
import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";

/**
 * - `PAID`: dividends are paid (declared pools: also when nobody here holds a winner).
 * - `REFUND`: abandoned, too few starters or finishers, declared refunded, or no live stakes.
 * - `REFUND_NO_WINNER`: nobody holds a winner, all live stakes go back.
 * - `JACKPOT`: nobody holds a winner, the net waits for the next race.
 * - `JACKPOT_MINOR_PAID`: nobody wins the first prize, which waits; the second is paid.
 */
export const POOL_OUTCOMES = [
  "PAID",
  "REFUND",
  "REFUND_NO_WINNER",
  "JACKPOT",
  "JACKPOT_MINOR_PAID",
] as const;
export type PoolStatus = (typeof POOL_OUTCOMES)[number];

/** How many combinations were bet at one unit stake. */
export type TicketCount = { readonly unitStakeCents: Cents; readonly count: number };

/** The dividend of one backed winning combination. */
export type DeclaredDividend = {
  readonly combination: string;
  /** Per 1.00 staked, stake included. */
  readonly dividendCents: Cents;
  /** In cents, before rounding and the minimum. */
  readonly raw: Fraction;
  /** Of the pool; the shares of the backed ones sum to 1 (a field's partners share one). */
  readonly share: Fraction;
  readonly stakesCents: Cents;
  readonly tickets: readonly TicketCount[];
};

/**
 * The money of one settled pool. `grossCents` is 0 exactly when there was nothing to settle: no bet,
 * all scratched, abandoned, too few starters.
 *
 * Always: gross + jackpot in + house top-up = takeout + paid + breakage + jackpot out + book result.
 */
export type PoolOutcome = {
  readonly pool: PoolCode;
  readonly status: PoolStatus;
  /** Live stakes. */
  readonly grossCents: Cents;
  /** What went back before gross was counted: scratched combinations, or everything (step 1). */
  readonly refundedCents: Cents;
  readonly jackpotInCents: Cents;
  readonly takeoutCents: Cents;
  readonly netCents: Cents;
  readonly dividends: readonly DeclaredDividend[];
  /** Payouts, or the whole gross given back. */
  readonly paidCents: Cents;
  readonly breakageCents: Cents;
  readonly houseTopUpCents: Cents;
  readonly jackpotOutCents: Cents;
  /** Declared dividends alone: gross - paid. */
  readonly bookResultCents: Cents;
};
