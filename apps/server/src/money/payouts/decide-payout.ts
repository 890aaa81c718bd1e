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
import { askSoon, holdOrder, readOrder, resumeOrder } from "./payout-orders.queries.ts";
import type { KnownOrder } from "./payout-orders.queries.ts";
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
  // What was known of it when the mark was asked for. An earlier release kept nothing of that.
  order_state: z.string().optional(),
  payout_id: z.string().nullish(),
  attempts: z.int().optional(),
});

/**
 * For a provider that stays silent: asks again at once, or an operator who knows decides what
 * became of the money; nothing goes out for the first time while that waits for a second one. A later
 * notice is stored as late and books nothing again.
 *
 * @throws not_found, money.same_person, withdrawal.state, withdrawal.with_provider during a try
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
    const order = await holdTries(tx, row.id);
    if (!ctx.settings.fourEyes) {
      await mark(ctx, tx, { ...asked, row, act });
      return { status: "done", approval_id: null };
    }
    const id = await requestApproval(tx, {
      kind: "payout",
      playerId: row.player_id,
      target: row.id,
      payload: { act, amount_cents: Number(row.amount_cents), reference: row.reference, ...order },
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

/** What is known of it, with no try under way and none to come. @throws withdrawal.with_provider */
async function holdTries(tx: Connection, id: string): Promise<KnownOrder> {
  const order = await holdOrder(tx, id);
  if (order === null) throw new Refusal("withdrawal.with_provider");
  return order;
}

/**
 * Whether something became known of it since the mark was asked for, which stopped the tries of what
 * was `asking`. What is `taken` is asked for every ten minutes: that alone is nothing new.
 */
function isOther(now: KnownOrder, was: z.infer<typeof payload>): boolean {
  const state = was.order_state === "asking" ? "held" : was.order_state;
  if (now.order_state !== state || now.payout_id !== was.payout_id) return true;
  return state !== "taken" && now.attempts !== was.attempts;
}

/** A mark that waits for a second operator. */
export const payoutApproval = defineApproval({
  kind: "payout",
  roles: ["cashier"],
  payload,
  lock: async (tx, { target }) => {
    await lockWithdrawal(tx, target);
  },
  isStale: async (db, { target, payload: was }) => {
    const now = await readOrder(db, target);
    return now === null || isOther(now, was);
  },
  rejected: async (tx, { target, payload: was }) => {
    const now = await readOrder(tx, target);
    if (was.order_state === "asking" && now !== null && !isOther(now, was)) {
      await resumeOrder(tx, target);
    }
  },
  carryOut: async (tx, { payload: was, target, reason, requestedBy }, ctx) => {
    const { act } = was;
    const row = await requireWithProvider(tx, target);
    if (isOther(await holdTries(tx, target), was)) throw new Refusal("withdrawal.with_provider");
    await mark(ctx, tx, { row, act, operator: { id: requestedBy }, reason: reason ?? "" });
    return { withdrawal_id: target, outcome: act };
  },
});
