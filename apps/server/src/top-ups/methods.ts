import { bankTransfer } from "@club/contract";
import type { BankTransfer } from "@club/contract";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";
import { readSetting } from "./top-ups.queries.ts";

/** The way to top up that is always there: a transfer that an operator sees on the bank's account. */
export const BANK_TRANSFER = "bank_transfer";
export const LEAST_TOP_UP_CENTS = 1n;
export const MOST_TOP_UP_CENTS = 100_000_000n;

const SETTING = "bank_transfer";

/** Where transfers go: the club's setting, or an account that nobody has until there is one. */
export async function readBankTransfer(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<BankTransfer> {
  const setting = bankTransfer.safeParse(await readSetting(db, SETTING));
  if (setting.success) return setting.data;
  return {
    bank_name: "Club Bank",
    account_name: ctx.settings.clubName,
    account_number: "0000 0000",
    branch_code: "000 000",
  };
}
