import { receivingAccount } from "@club/contract";
import type { BankTransfer, ReceivingAccount } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { readVersionedSetting, lockSetting, writeSetting } from "../../core/db/club-setting.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import { audit } from "../../desk/operators/audit.ts";

const SETTING = "receiving_accounts";
const APPROVAL = "receiving.set";
const accountsSchema = z.array(receivingAccount);

export interface ReceivingAccounts {
  readonly accounts: readonly ReceivingAccount[];
  /** 0: never set. */
  readonly version: number;
}

/** The club's own accounts that players pay into, open and closed, in the desk's order. */
export async function readReceivingAccounts(db: Queryable): Promise<ReceivingAccounts> {
  const { version, value } = await readVersionedSetting(db, SETTING);
  return { accounts: accountsSchema.safeParse(value).data ?? [], version };
}

/** The account that players of this club are shown: its first open one; null: none. */
export async function openReceivingAccount(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<ReceivingAccount | null> {
  const { accounts } = await readReceivingAccounts(db);
  const { currency } = ctx.settings;
  return accounts.find((each) => each.is_open && each.currency === currency) ?? null;
}

/** What a player needs of it for a transfer. */
export function toInstructions(account: ReceivingAccount): BankTransfer {
  const { id: _id, currency: _currency, is_open: _isOpen, ...shown } = account;
  return { ...shown, qr_text: null };
}

/** The change that waits for a second operator, or null. */
export async function waitingChange(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM approval WHERE kind = $1 AND status = 'pending' ORDER BY id DESC LIMIT 1",
    [APPROVAL],
  );
  return rows[0]?.id ?? null;
}

export interface AccountsChange {
  readonly accounts: readonly ReceivingAccount[];
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Sets where players pay to. Whoever could change that alone could collect their money, so with
 * four eyes on it waits for a second operator.
 */
export async function setReceiving(
  ctx: AppContext,
  { accounts, operator, request }: AccountsChange,
): Promise<ReceivingAccounts & { readonly approvalId: string | null }> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, SETTING);
    const before = await readReceivingAccounts(tx);
    if (!ctx.settings.fourEyes) {
      await write(tx, { accounts, operator, ...(request && { request }) }, before);
      return { accounts, version: before.version + 1, approvalId: null };
    }
    const approvalId = await requestApproval(tx, {
      kind: APPROVAL,
      playerId: null,
      target: SETTING,
      payload: { accounts, version: before.version },
      reason: null,
      operator,
      ...(request && { request }),
    });
    return { ...before, approvalId };
  });
}

async function write(
  tx: Queryable,
  { accounts, operator, request }: AccountsChange,
  before: ReceivingAccounts,
): Promise<void> {
  await writeSetting(tx, { name: SETTING, value: accounts, by: operator.id });
  await audit(tx, {
    action: APPROVAL,
    operator,
    request,
    target: SETTING,
    before: before.accounts,
    after: accounts,
  });
}

/** Receiving accounts that one operator typed and a second one must agree to. */
export const receivingApproval = defineApproval({
  kind: APPROVAL,
  roles: ["cashier"],
  payload: z.object({ accounts: accountsSchema, version: z.int() }),
  lock: async (tx) => await lockSetting(tx, SETTING),
  carryOut: async (tx, { payload, requestedBy }) => {
    const before = await readReceivingAccounts(tx);
    // Somebody else's change was agreed to meanwhile, and this one does not have it.
    if (before.version !== payload.version) throw new Refusal("receiving.stale");
    await write(tx, { accounts: payload.accounts, operator: { id: requestedBy } }, before);
    return { version: before.version + 1 };
  },
});

/** A bank that nobody has, for the demo. */
const INVENTED = {
  bank_name: "Club Bank",
  account_number: "00000000",
  branch_code: "000-000",
  iban: "",
  bic: "",
  is_open: true,
};

/** Gives the demo an account to pay into, once. */
export async function seedReceivingAccount(ctx: AppContext): Promise<void> {
  const { clubName, currency } = ctx.settings;
  const account = { ...INVENTED, id: newId(), account_name: clubName, currency };
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, SETTING);
    if ((await readReceivingAccounts(tx)).version > 0) return;
    await writeSetting(tx, { name: SETTING, value: [account], by: null });
  });
}
