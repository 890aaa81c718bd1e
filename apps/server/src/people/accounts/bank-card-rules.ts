import { isAustralianAccount } from "@club/domain";
import type { BankAccount } from "@club/domain";

/** What is equal for the same account, however it was typed; `lookupHash` makes it unreadable. */
export function accountKeyOf(account: BankAccount): string {
  const { accountNumber, branchCode } = account;
  if (!isAustralianAccount(account)) return accountNumber;
  return `${branchCode} ${accountNumber.replace(/^0+/, "")}`;
}
