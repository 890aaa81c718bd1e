import type { Cents } from "../money/cents.ts";
import type { BankAccount } from "./bank-account.ts";

/** One payment of a file that goes to the club's bank. */
export interface PayoutLine {
  /** Shown on the transfer: "WD 401170 TQ". */
  readonly reference: string;
  readonly account: BankAccount;
  readonly amountCents: Cents;
}

/** What a file of payments says, whatever its format. */
export interface PayoutFile {
  /** Names the file at the bank, 35 characters at most. */
  readonly id: string;
  /** When it was made: stored, so that making the file again gives the same text. */
  readonly madeAt: string;
  /** The day on which the bank is to pay. */
  readonly day: string;
  readonly lines: readonly PayoutLine[];
}

export const PAYOUT_FORMATS = ["aba", "pain001"] as const;
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number];
