import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { tellQueue } from "./create-withdrawal.ts";
import { fileOf } from "./make-payout-file.ts";
import { decidePayoutFile, lockPayoutFile, readFileHolds } from "./payouts.queries.ts";
import type { PayoutFileRow } from "./payouts.queries.ts";
import { refuseHeldBack } from "./withdrawal-rules.ts";

export interface PayoutDecision {
  readonly fileId: string;
  readonly operator: { readonly id: string };
  readonly reason: string | null;
  readonly request?: FastifyRequest;
}

/**
 * Marks the file as sent to the bank, or drops it: then its withdrawals may go in another. A repeat
 * changes nothing. After a password reset of a player in it, the file waits like the withdrawal.
 *
 * @throws not_found, payout.state when it was decided the other way, withdrawal.after_reset
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
    if (status === "sent") refuseHeldBack(await readFileHolds(tx, before.id));
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

/** Says who decided it meanwhile. */
export function stateRefusal(row: PayoutFileRow): Refusal {
  return new Refusal("payout.state", {
    status: row.status,
    by: row.decided_by,
    at: row.decided_at?.toISOString() ?? null,
  });
}
