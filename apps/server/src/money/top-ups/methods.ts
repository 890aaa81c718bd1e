import { bankTransfer, SANDBOX_CARD } from "@club/contract";
import type { BankTransfer } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readSetting } from "./top-ups.queries.ts";

/** The way to top up that is always there: a transfer that an operator sees on the bank's account. */
export const BANK_TRANSFER = "bank_transfer";
export const LEAST_TOP_UP_CENTS = 1n;
export const MOST_TOP_UP_CENTS = 100_000_000n;

const SETTING = "bank_transfer";
const SANDBOX_SETTING = "sandbox_card";

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

/**
 * Whether cards of the sandbox are taken: in the demo, or where the club's setting says so. They bring
 * no real money, so a real club has them off.
 */
export async function hasSandboxCard(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<boolean> {
  return ctx.settings.demo || (await readSetting(db, SANDBOX_SETTING)) === true;
}

/** The ways to top up that are open now. */
export async function openMethods(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<{ method: string; instructions: BankTransfer | null }[]> {
  const transfer = { method: BANK_TRANSFER, instructions: await readBankTransfer(ctx, db) };
  if (!(await hasSandboxCard(ctx, db))) return [transfer];
  return [transfer, { method: SANDBOX_CARD, instructions: null }];
}
