/** What a payout file is called, at the club and at its bank: short, and never used again. */
export function payoutName(number: bigint): string {
  return `HC-PAY-${number}`;
}
