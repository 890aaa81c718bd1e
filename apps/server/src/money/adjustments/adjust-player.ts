import type { AdjustmentKind } from "@club/contract";
import { Refusal, adjusted, playerAccount } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { refuseOwnPlayer, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { audit } from "../../desk/operators/audit.ts";
import { runOnce } from "../wallet/idempotent.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";

export interface Adjustment {
  readonly playerId: string;
  readonly kind: AdjustmentKind;
  /** Above zero gives, below zero takes. */
  readonly amountCents: bigint;
  readonly reason: string;
}

export interface AdjustOrder extends Adjustment {
  readonly operator: { readonly id: string };
  /** The operator's key: a repeat gets the same answer; null makes a new adjustment. */
  readonly idempotencyKey: string | null;
  readonly request?: FastifyRequest;
}

export interface AdjustAnswer {
  readonly status: "done" | "pending";
  readonly adjustment_id: string | null;
  readonly approval_id: string | null;
  readonly balance_cents: number;
}

/**
 * Credits or debits a player: one entry between cash and adjustments. With four eyes on it only
 * asks, and is booked when another operator approves.
 *
 * @throws funds.insufficient when cash would go below zero, money.same_person, not_found,
 * idempotency.mismatch
 */
export async function adjustPlayer(
  ctx: AppContext,
  order: AdjustOrder,
): Promise<{
  answer: AdjustAnswer;
  isReplay: boolean;
}> {
  const { playerId, operator, idempotencyKey } = order;
  const work = async (tx: Connection): Promise<AdjustAnswer> => {
    await refuseOwnPlayer(tx, operator.id, playerId);
    return ctx.settings.fourEyes ? await ask(tx, order) : await adjustNow(tx, order);
  };
  if (idempotencyKey === null) {
    const answer = await withTransaction(ctx.db.operators, async (tx) => {
      await lockPlayer(tx, playerId);
      return await work(tx);
    });
    return { answer, isReplay: false };
  }
  const { kind, amountCents, reason } = order;
  const call = {
    playerId,
    // The prefix keeps operators' keys apart from those of the player's own calls.
    key: `operator:${operator.id}:${idempotencyKey}`,
    kind: "adjust",
    body: { kind, amount_cents: amountCents, reason },
  };
  return await runOnce(ctx.db.operators, call, work);
}

/** Carries an adjustment out. The caller holds the player's lock. @throws funds.insufficient */
export async function bookAdjustment(
  tx: Connection,
  adjustment: Adjustment,
): Promise<{ id: string; balanceCents: bigint }> {
  const { playerId, kind, amountCents } = adjustment;
  const wallet = await lockPlayer(tx, playerId);
  const balanceCents = wallet.cash_cents + amountCents;
  if (balanceCents < 0n) {
    throw new Refusal("funds.insufficient", { balance_cents: wallet.cash_cents });
  }
  const id = newId();
  const entryId = await bookEntry(tx, {
    kind: "adjustment",
    cause: `adjust:${id}`,
    reference: kind,
    postings: adjusted(playerAccount("cash", playerId), amountCents),
  });
  if (entryId === null) throw new Error("a new id has no entry");
  await tellWallet(tx, playerId, { balanceCents, entryIds: [entryId] });
  return { id, balanceCents };
}

async function adjustNow(tx: Connection, order: AdjustOrder): Promise<AdjustAnswer> {
  const { id, balanceCents } = await bookAdjustment(tx, order);
  await audit(tx, {
    action: "player.adjust",
    operator: order.operator,
    request: order.request,
    target: order.playerId,
    before: { cash_cents: balanceCents - order.amountCents },
    after: {
      cash_cents: balanceCents,
      amount_cents: order.amountCents,
      kind: order.kind,
      adjustment_id: id,
    },
    reason: order.reason,
  });
  return {
    status: "done",
    adjustment_id: id,
    approval_id: null,
    balance_cents: Number(balanceCents),
  };
}

async function ask(tx: Connection, order: AdjustOrder): Promise<AdjustAnswer> {
  const { playerId, kind, amountCents, reason, operator } = order;
  const wallet = await lockPlayer(tx, playerId);
  if (wallet.cash_cents + amountCents < 0n) {
    throw new Refusal("funds.insufficient", { balance_cents: wallet.cash_cents });
  }
  const approvalId = await requestApproval(tx, {
    kind: "adjust",
    playerId,
    target: playerId,
    payload: { kind, amount_cents: Number(amountCents), reason },
    reason,
    operator,
    ...(order.request === undefined ? {} : { request: order.request }),
  });
  return {
    status: "pending",
    adjustment_id: null,
    approval_id: approvalId,
    balance_cents: Number(wallet.cash_cents),
  };
}
