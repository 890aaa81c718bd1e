import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellQueue } from "./deposit-limit.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { bookTopUp } from "./book-top-up.ts";
import { askSecond } from "./top-up-approval.ts";
import { decidedByOperators } from "./top-up-method.ts";
import { decideRow, findOwner, readTopUp } from "./top-ups.queries.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";

export interface TopUpDecision {
  readonly topUpId: string;
  readonly operator: { readonly id: string };
  readonly status: "approved" | "rejected";
  readonly reason: string | null;
  readonly request?: FastifyRequest;
  /** Runs after the decision, in its transaction: joins the bank line that shows the payment. */
  readonly also?: (tx: Connection) => Promise<void>;
}

export type DecidedTopUp = OperatorTopUpRow & {
  readonly balanceCents: bigint;
  /** What a second operator has to agree to first; null: it is decided. */
  readonly approvalId: string | null;
};

/**
 * An operator's decision on a top-up. Approval books one entry, bank to cash, once however often it
 * is retried; a repeat by anybody answers what stands. An operator never decides his own player's
 * top-ups.
 *
 * @throws not_found, money.same_person, limit.deposit, top_up.state when it was decided the other
 * way or has expired
 */
export async function decideTopUp(ctx: AppContext, decision: TopUpDecision): Promise<DecidedTopUp> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const playerId = await findOwner(tx, decision.topUpId);
    if (playerId === null) throw new Refusal("not_found");
    const wallet = await lockPlayer(tx, playerId);
    await refuseOwnPlayer(tx, decision.operator.id, playerId);
    const before = await readLocked(tx, decision.topUpId);
    const isRepeat = before.status === decision.status;
    const approvalId = isRepeat ? null : await decide(ctx, tx, { decision, row: before });
    if (approvalId !== null) return { ...before, balanceCents: wallet.cash_cents, approvalId };
    const after = await readLocked(tx, decision.topUpId);
    await audit(tx, {
      action: decision.status === "approved" ? "topup.approve" : "topup.reject",
      operator: decision.operator,
      request: decision.request,
      target: decision.topUpId,
      before: { status: before.status },
      after: { status: after.status, amount_cents: after.amount_cents, player_id: playerId },
      reason: decision.reason ?? undefined,
    });
    await decision.also?.(tx);
    const gained = !isRepeat && decision.status === "approved" ? after.amount_cents : 0n;
    return { ...after, balanceCents: wallet.cash_cents + gained, approvalId };
  });
}

async function decide(
  ctx: AppContext,
  tx: Connection,
  { decision, row }: { decision: TopUpDecision; row: OperatorTopUpRow },
): Promise<string | null> {
  const isWaiting = row.status === "created" || row.status === "submitted";
  // Only its provider's notice decides a payment.
  if (!isWaiting || !decidedByOperators(ctx).includes(row.method)) {
    throw new Refusal("top_up.state", {
      status: row.status,
      by: row.decided_by,
      at: row.decided_at?.toISOString() ?? null,
    });
  }
  const approvalId = await askSecond(ctx, tx, { decision, row });
  if (approvalId !== null) return approvalId;
  if (decision.status === "approved") await bookTopUp(ctx, tx, row);
  await decideRow(tx, {
    id: row.id,
    status: decision.status,
    by: decision.operator.id,
    reason: decision.reason,
  });
  await tellMoney(tx, row.player_id);
  await tellQueue(ctx, tx);
  return null;
}

async function readLocked(tx: Connection, topUpId: string): Promise<OperatorTopUpRow> {
  const row = await readTopUp(tx, topUpId);
  if (row === null) throw new Refusal("not_found");
  return row;
}
