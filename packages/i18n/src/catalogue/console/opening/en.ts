import type { Messages } from "../../../translate.ts";

/** What a club needs before its first member: accounts to pay into, checks, Going live. */
export const en = {
  "bank.accounts": "Receiving accounts",
  "receiving.title": "Accounts that players pay into",
  "receiving.none": "No account yet",
  "receiving.noneText": "Without an open one the app offers no transfer.",
  "receiving.open": "shown to players",
  "receiving.closed": "closed",
  "receiving.other": "not the club’s currency",
  "receiving.new": "New account",
  "receiving.change": "Change",
  "receiving.bankName": "Bank",
  "receiving.name": "Name on the account",
  "receiving.number": "Account number",
  "receiving.branch": "BSB, sort code or branch",
  "receiving.currency": "Currency",
  "receiving.hint":
    "Euros: the IBAN alone. Australia: BSB of 6 digits and account. Britain: sort code of 6 digits and 8 digits.",
  "receiving.isOpen": "Shown to players",
  "receiving.save": "Keep",
  "receiving.remove": "Remove",
  "receiving.removeText": "Players who have its details may still pay into it.",
  "receiving.saved": "Kept. Players see it at once.",
  "receiving.asked": "Asked: another operator agrees to it.",
  "receiving.waits": "A change waits for a second operator.",
  "withdrawals.provider": "The provider",
  "withdrawals.provider.taken": "has it",
  "withdrawals.provider.asking": "is asked",
  "withdrawals.provider.held": "refused a repeat: look there whether it went out",
  "withdrawals.provider.paid": "has paid",
  "withdrawals.provider.failed": "did not pay",
  "withdrawals.reason.payout_failed": "the bank did not take it",
  "approvalKind.receiving.set": "Receiving accounts",
  "audit.receiving.set": "receiving accounts changed",
  "audit.receiving.set.ask": "receiving accounts asked for",
  "audit.receiving.set.approve": "receiving accounts approved",
  "audit.receiving.set.reject": "receiving accounts turned down",
} as const satisfies Messages;

export type OpeningKey = keyof typeof en;
