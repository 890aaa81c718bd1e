import { Refusal, topUpApproved } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { checkDepositLimit, tellQueue } from "./deposit-limit.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
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

export type DecidedTopUp = OperatorTopUpRow & { readonly balanceCents: bigint };

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
    if (!isRepeat) await decide(ctx, tx, { decision, row: before });
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
    return { ...after, balanceCents: wallet.cash_cents + gained };
  });
}

async function decide(
  ctx: AppContext,
  tx: Connection,
  { decision, row }: { decision: TopUpDecision; row: OperatorTopUpRow },
): Promise<void> {
  const isWaiting = row.status === "created" || row.status === "submitted";
  // Only its provider's notice decides a payment.
  if (!isWaiting || !decidedByOperators(ctx).includes(row.method)) {
    throw new Refusal("top_up.state", {
      status: row.status,
      by: row.decided_by,
      at: row.decided_at?.toISOString() ?? null,
    });
  }
  if (decision.status === "approved") await bookTopUp(ctx, tx, row);
  await decideRow(tx, {
    id: row.id,
    status: decision.status,
    by: decision.operator.id,
    reason: decision.reason,
  });
  await tellMoney(tx, row.player_id);
  await tellQueue(ctx, tx);
}

/** The money has come: bank to cash. The caller holds the player's lock. @throws limit.deposit */
export async function bookTopUp(
  ctx: TellContext,
  tx: Connection,
  row: OperatorTopUpRow,
): Promise<void> {
  const { id, player_id: playerId, amount_cents: amountCents } = row;
  await checkDepositLimit(tx, { playerId, amountCents, withoutTopUp: id });
  const entryId = await bookEntry(tx, {
    kind: "top_up",
    cause: `topup:${id}:approve`,
    reference: row.reference,
    postings: topUpApproved(playerId, amountCents),
  });
  if (entryId === null) throw new Error("a top-up that waits has an entry already");
  const wallet = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents: wallet.cash_cents, entryIds: [entryId] });
  const facts = { amount: amountCents, reference: row.reference };
  await tellPlayer(ctx, tx, { playerId, kind: "top_up", facts });
}

async function readLocked(tx: Connection, topUpId: string): Promise<OperatorTopUpRow> {
  const row = await readTopUp(tx, topUpId);
  if (row === null) throw new Refusal("not_found");
  return row;
}
