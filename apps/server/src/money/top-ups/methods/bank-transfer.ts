import { openReceivingAccount, toInstructions } from "../../receiving/receiving-accounts.ts";
import { defineTopUpMethod } from "../top-up-method.ts";

/** A transfer that an operator sees on the bank's account; offered while the club has one to pay into. */
export const bankTransfer = defineTopUpMethod({
  id: "bank_transfer",
  leastCents: 1n,
  mostCents: 100_000_000n,
  expiresAfterHours: 14 * 24,
  isOpen: async (ctx, db) => (await openReceivingAccount(ctx, db)) !== null,
  instructions: async (ctx, db) => {
    const account = await openReceivingAccount(ctx, db);
    return account === null ? null : toInstructions(account);
  },
});
