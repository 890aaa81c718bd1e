import { createHash } from "node:crypto";
import { payoutAccount } from "@club/contract";
import type { PayoutAccount } from "@club/contract";
import { Refusal, sumCents } from "@club/domain";
import type { PayoutFormat, PayoutLine } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { readAccountsToPay } from "../../people/accounts/bank-card.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { readSetting } from "../../core/db/club-setting.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { tellQueue } from "./create-withdrawal.ts";
import { payoutName } from "./withdrawals.wire.ts";
import {
  insertPayoutFile,
  lockOwners,
  nextPayoutNumber,
  readPayoutFile,
} from "./payouts.queries.ts";
import type { PayoutFileRow } from "./payouts.queries.ts";
import { withdrawalMethodOf } from "./withdrawal-method.ts";
import type { PayoutFileFormat } from "./withdrawal-method.ts";
import { readRules, waitsOf } from "./withdrawal-rules.ts";
import { readSome } from "./withdrawals.queries.ts";
import type { OperatorWithdrawalRow } from "./withdrawals.queries.ts";

export interface PayoutOrder {
  readonly format: PayoutFormat;
  readonly withdrawalIds: readonly string[];
  /** What the operator saw. */
  readonly totalCents: bigint;
  readonly payOn: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** Where a file is sealed. */
export function payoutPlace(fileId: string): Place {
  return { table: "payout_file", column: "content_cipher", id: fileId };
}

/** The setting that holds the club's own account. */
export const PAYOUT_ACCOUNT = "payout_account";

/** The club's own account, or null while nobody has entered it. */
export async function readPayoutAccount(db: Queryable): Promise<PayoutAccount | null> {
  const setting = payoutAccount.safeParse(await readSetting(db, PAYOUT_ACCOUNT));
  return setting.success ? setting.data : null;
}

/**
 * Makes a file of approved withdrawals, each to the account that is verified now, and stores it:
 * every later download gets the same bytes. No withdrawal may be in two files, and the payment day
 * is not in the past.
 *
 * @throws payout.account_needed, payout.not_ready, act.total_differs, money.same_person,
 * report.range
 */
export async function makePayoutFile(ctx: AppContext, order: PayoutOrder): Promise<PayoutFileRow> {
  const ids = [...new Set(order.withdrawalIds)];
  return await withTransaction(ctx.db.operators, async (tx) => {
    const format = withdrawalMethodOf(ctx).files[order.format];
    const sender = await requireSender(tx, order.format, format);
    await lockOwners(tx, ids);
    const rows = await readSome(tx, ids);
    await requireReady(tx, ids, { rows, order });
    const total = sumCents(rows.map((row) => row.amount_cents));
    if (total !== order.totalCents) {
      throw new Refusal("act.total_differs", { total_cents: Number(total) });
    }
    const id = newId();
    const { number, now, today } = await nextPayoutNumber(tx);
    if (order.payOn < today) throw new Refusal("request.invalid", { field: "pay_on" });
    const { currency } = ctx.settings;
    const lines = await linesOf(ctx, tx, { rows, order });
    const content = format.write(sender, currency, {
      id: payoutName(number),
      madeAt: now.toISOString(),
      day: order.payOn,
      lines: lines.map(({ line }) => line),
    });
    await insertPayoutFile(tx, {
      id,
      number,
      format: order.format,
      cipher: encrypt(ctx.secrets, payoutPlace(id), content),
      sha256: createHash("sha256").update(content).digest(),
      totalCents: total,
      payOn: order.payOn,
      by: order.operator.id,
      items: lines.map(({ row, hash }) => ({
        withdrawalId: row.id,
        amountCents: row.amount_cents,
        hash,
      })),
    });
    await audit(tx, {
      action: "payout.make",
      operator: order.operator,
      request: order.request,
      target: id,
      after: { format: order.format, items: lines.length, total_cents: total, withdrawals: ids },
    });
    await tellQueue(tx);
    return await fileOf(tx, id);
  });
}

async function requireSender(
  tx: Connection,
  id: PayoutFormat,
  format: PayoutFileFormat,
): Promise<PayoutAccount> {
  const account = await readPayoutAccount(tx);
  if (account === null || !format.hasSender(account)) {
    throw new Refusal("payout.account_needed", { format: id });
  }
  return account;
}

export async function fileOf(db: Queryable, id: string): Promise<PayoutFileRow> {
  const row = await readPayoutFile(db, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}

async function requireReady(
  tx: Connection,
  ids: readonly string[],
  { rows, order }: { rows: readonly OperatorWithdrawalRow[]; order: PayoutOrder },
): Promise<void> {
  if (rows.length !== ids.length) throw new Refusal("not_found");
  const rules = await readRules(tx);
  for (const row of rows) {
    await refuseOwnPlayer(tx, order.operator.id, row.player_id);
    const isReady = row.status === "approved" && row.payout_id === null && row.order_state === null;
    if (!isReady || waitsOf(row, rules.account_hours).length > 0) {
      throw new Refusal("payout.not_ready", { withdrawal_id: row.id, reference: row.reference });
    }
  }
}

interface PaidLine {
  readonly row: OperatorWithdrawalRow;
  readonly line: PayoutLine;
  readonly hash: Buffer;
}

/** Oldest first. @throws payout.not_ready for one that does not fit the format */
async function linesOf(
  ctx: AppContext,
  tx: Queryable,
  { rows, order }: { rows: readonly OperatorWithdrawalRow[]; order: PayoutOrder },
): Promise<PaidLine[]> {
  const playerIds = rows.map((row) => row.player_id);
  const accounts = await readAccountsToPay(ctx, tx, playerIds);
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const found = accounts.get(row.player_id);
      const line =
        found === undefined
          ? null
          : { reference: row.reference, account: found.account, amountCents: row.amount_cents };
      if (found === undefined || line === null || !fits(ctx, order.format, line)) {
        throw new Refusal("payout.not_ready", { withdrawal_id: row.id, reference: row.reference });
      }
      return { row, line, hash: found.hash };
    });
}

function fits(ctx: AppContext, format: PayoutFormat, line: PayoutLine): boolean {
  return withdrawalMethodOf(ctx).files[format].fits(ctx.settings.currency, line);
}
