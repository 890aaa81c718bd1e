import { isAustralianAccount } from "@club/domain";
import type { BankAccount } from "@club/domain";

/** What is equal for the same account, however it was typed; `lookupHash` makes it unreadable. */
export function accountKeyOf(account: BankAccount): string {
  const { accountNumber, branchCode } = account;
  if (!isAustralianAccount(account)) return accountNumber;
  return `${branchCode} ${accountNumber.replace(/^0+/, "")}`;
}

/** The last digits, to recognise one's own account by: four, or half of a short number. */
export function lastDigitsOf(accountNumber: string): string {
  return accountNumber.slice(-Math.min(4, Math.floor(accountNumber.length / 2)));
}

export function maskAccount(lastDigits: string): string {
  return `•••${lastDigits}`;
}
