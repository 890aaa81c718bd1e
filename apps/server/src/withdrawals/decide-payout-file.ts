import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { audit } from "../operators/audit.ts";
import { tellQueue } from "./create-withdrawal.ts";
import { payWithdrawal } from "./decide-withdrawal.ts";
import { fileOf } from "./make-payout-file.ts";
import { decidePayoutFile, listUnpaid, lockPayoutFile } from "./payouts.queries.ts";
import type { PayoutFileRow } from "./payouts.queries.ts";

export interface PayoutDecision {
  readonly fileId: string;
  readonly operator: { readonly id: string };
  readonly reason: string | null;
  readonly request?: FastifyRequest;
}

/**
 * The file is at the bank, or never goes there: then its withdrawals may stand in another. A repeat
 * changes nothing.
 *
 * @throws not_found, payout.state when it was decided the other way
 */
export async function decidePayout(
  ctx: AppContext,
  decision: PayoutDecision,
  status: "sent" | "dropped",
): Promise<PayoutFileRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    if (!(await lockPayoutFile(tx, decision.fileId))) throw new Refusal("not_found");
    const before = await fileOf(tx, decision.fileId);
    if (before.status === status) return before;
    if (before.status !== "made") throw stateRefusal(before);
    await decidePayoutFile(tx, {
      id: before.id,
      status,
      by: decision.operator.id,
      reason: decision.reason,
    });
    await audit(tx, {
      action: status === "sent" ? "payout.sent" : "payout.drop",
      operator: decision.operator,
      request: decision.request,
      target: before.id,
      before: { status: before.status },
      after: { status, items: before.items, total_cents: before.total_cents },
      reason: decision.reason ?? undefined,
    });
    await tellQueue(tx);
    return await fileOf(tx, decision.fileId);
  });
}

/**
 * The bank has paid a sent file: each of its withdrawals is paid, in a transaction each. Killed midway
 * it is said again, and goes on.
 *
 * @throws not_found, payout.state, money.same_person
 */
export async function payPayout(ctx: AppContext, decision: PayoutDecision): Promise<PayoutFileRow> {
  const before = await fileOf(ctx.db.operators, decision.fileId);
  if (before.status !== "sent") throw stateRefusal(before);
  const { operator, request } = decision;
  for (const withdrawalId of await listUnpaid(ctx.db.operators, before.id)) {
    await payWithdrawal(ctx, {
      withdrawalId,
      operator,
      reason: null,
      ...(request === undefined ? {} : { request }),
    });
  }
  return await fileOf(ctx.db.operators, before.id);
}

function stateRefusal(row: PayoutFileRow): Refusal {
  return new Refusal("payout.state", {
    status: row.status,
    by: row.decided_by,
    at: row.decided_at?.toISOString() ?? null,
  });
}
