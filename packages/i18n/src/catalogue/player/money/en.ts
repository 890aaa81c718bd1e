import type { Messages } from "../../../translate.ts";

/** Topping up, withdrawing, bank account, exports. */
export const en = {
  "sandbox.title": "Sandbox card",
  "sandbox.notice": "This is a test. There is no real card and no real money here.",
  "sandbox.how": "Decide what the bank says. The club then hears it from the card provider.",
  "sandbox.pay": "Pay {money}",
  "sandbox.decline": "Let the bank decline",
  "sandbox.cancel": "Back to the club without paying",
} as const satisfies Messages;

export type MoneyKey = keyof typeof en;
