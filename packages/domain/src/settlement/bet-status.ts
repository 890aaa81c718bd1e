import type { Cents } from "../money/cents.ts";

export const BET_STATUSES = ["accepted", "won", "lost", "refunded", "void"] as const;
export type BetStatus = (typeof BET_STATUSES)[number];

/** The money of one bet over all of its pools, so far. */
export type BetMoney = {
  readonly costCents: Cents;
  readonly payoutCents: Cents;
  readonly refundCents: Cents;
  readonly settled: boolean;
  /** Cancelled by an operator. */
  readonly voided: boolean;
};

/**
 * The status of a bet: with a payout above 0 it is won; with everything back it is refunded, even
 * before settlement; else it is lost, even with a part refunded.
 * Source: docs/rules/scratchings.md, "Status of a bet".
 */
export function betStatus(money: BetMoney): BetStatus {
  if (money.voided) return "void";
  if (money.payoutCents > 0n) return "won";
  if (money.refundCents >= money.costCents) return "refunded";
  return money.settled ? "lost" : "accepted";
}
