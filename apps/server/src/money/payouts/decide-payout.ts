import type { TellContext } from "../../tell/messages/tell-player.ts";
import type { PAYOUT_ACTS } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import {
  defineApproval,
  refuseOwnPlayer,
  requestApproval,
} from "../../desk/approvals/approvals.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import type { LockedWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import { askSoon } from "./payout-orders.queries.ts";
import { bookOutcome } from "./take-payout-news.ts";

/** An act of the desk on a withdrawal that a provider has. */
export interface PayoutAct {
  readonly act: (typeof PAYOUT_ACTS)[number];
  readonly withdrawalId: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
  /** Of a mark: the evidence. */
  readonly reason: string;
}

const payload = z.object({
  act: z.enum(["paid", "failed"]),
  amount_cents: z.int(),
  reference: z.string(),
});

/**
 * For a provider that stays silent: asks again at once, or an operator who knows decides what
 * became of the money. A later notice is stored as late and books nothing again.
 *
 * @throws not_found, money.same_person, withdrawal.state
 */
export async function actOnPayout(
  ctx: AppContext,
  asked: PayoutAct,
): Promise<{ status: "done" | "pending"; approval_id: string | null }> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const row = await requireWithProvider(tx, asked.withdrawalId);
    const { act, operator, request, reason } = asked;
    await refuseOwnPlayer(tx, operator.id, row.player_id);
    if (act === "ask") {
      await askSoon(tx, row.id);
      await audit(tx, { action: "payout.ask_again", operator, request, target: row.id, reason });
      return { status: "done", approval_id: null };
    }
    if (!ctx.settings.fourEyes) {
      await mark(ctx, tx, { ...asked, row, act });
      return { status: "done", approval_id: null };
    }
    const id = await requestApproval(tx, {
      kind: "payout",
      playerId: row.player_id,
      target: row.id,
      payload: { act, amount_cents: Number(row.amount_cents), reference: row.reference },
      reason,
      operator,
      ...(request && { request }),
    });
    return { status: "pending", approval_id: id };
  });
}

async function mark(
  ctx: TellContext,
  tx: Connection,
  asked: Omit<PayoutAct, "act" | "withdrawalId"> & {
    readonly row: LockedWithdrawal;
    readonly act: "paid" | "failed";
  },
): Promise<void> {
  const { row, act, operator, request, reason } = asked;
  await audit(tx, {
    action: "payout.mark",
    operator,
    request,
    target: row.id,
    before: { status: row.status, order: row.order_state },
    after: { outcome: act, amount_cents: row.amount_cents, player_id: row.player_id },
    reason,
  });
  await bookOutcome(ctx, tx, { row, outcome: act });
}

/** The withdrawal under its player's lock, if a provider has it and it has not ended. */
async function requireWithProvider(tx: Connection, id: string): Promise<LockedWithdrawal> {
  const row = await lockWithdrawal(tx, id);
  if (row === null) throw new Refusal("not_found");
  const isThere = ["asking", "taken", "held"].includes(row.order_state ?? "");
  if (row.status !== "approved" || !isThere) {
    throw new Refusal("withdrawal.state", { status: row.status, by: null, at: null });
  }
  return row;
}

/** A mark that waits for a second operator. */
export const payoutApproval = defineApproval({
  kind: "payout",
  roles: ["cashier"],
  payload,
  lock: async (tx, { target }) => {
    await lockWithdrawal(tx, target);
  },
  carryOut: async (tx, { payload: { act }, target, reason, requestedBy }, ctx) => {
    const row = await requireWithProvider(tx, target);
    await mark(ctx, tx, { row, act, operator: { id: requestedBy }, reason: reason ?? "" });
    return { withdrawal_id: target, outcome: act };
  },
});
