import { bankTransfer as details } from "@club/contract";
import { readSetting } from "../../../core/db/club-setting.ts";
import { defineTopUpMethod } from "../top-up-method.ts";

/** The method that is always there: a transfer that an operator sees on the bank's account. */
export const bankTransfer = defineTopUpMethod({
  id: "bank_transfer",
  leastCents: 1n,
  mostCents: 100_000_000n,
  expiresAfterHours: 14 * 24,
  isOpen: async () => true,
  /** The account set by the club, or until then one that nobody has. */
  instructions: async (ctx, db) => {
    const setting = details.safeParse(await readSetting(db, "bank_transfer"));
    if (setting.success) return setting.data;
    return {
      bank_name: "Club Bank",
      account_name: ctx.settings.clubName,
      account_number: "0000 0000",
      branch_code: "000 000",
    };
  },
});
