import type { PAYMENT_RETURN_ACTS } from "@club/contract";
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
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { ownerOfTopUp } from "../top-ups/settle-top-up.ts";
import { decideArrival, lockDecision, requireAct } from "./decide-arrival.ts";
import type { ArrivalAct } from "./decide-arrival.ts";
import { paymentOfTopUp } from "./payments.queries.ts";
import { decideReturn, leftOf, refundPayment, requireRefusedReturn } from "./send-back.ts";

type ReturnAct = (typeof PAYMENT_RETURN_ACTS)[number];
/** Acts on a top-up; the others are on an arrival. */
type TopUpAct = "refund" | ReturnAct;

/** An act of the desk: an arrival is decided, a top-up refunded, or a refused return taken up. */
export interface PaymentAct {
  readonly act: ArrivalAct | TopUpAct;
  /** The arrival's id, or the top-up's. */
  readonly target: string;
  readonly playerId: string | null;
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
  readonly reason: string;
}

export interface PaymentDecided {
  readonly status: "done" | "pending";
  readonly approval_id: string | null;
}

const payload = z.object({
  act: z.enum(["book", "return", "won", "refund", "again", "sent"]),
  player_id: z.string().nullable(),
  amount_cents: z.int(),
  currency: z.string(),
});

/**
 * Does an act of the desk, or asks a second operator for it where four eyes are on and money moves.
 *
 * @throws not_found, money.same_person, payment.state, payment.differs, funds.insufficient,
 * limit.deposit
 */
export async function actOnPayment(ctx: AppContext, asked: PaymentAct): Promise<PaymentDecided> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const ownerId = await lockOwner(tx, asked);
    await refuseOwnPlayer(tx, asked.operator.id, ownerId);
    const { currency } = ctx.settings;
    if (!ctx.settings.fourEyes || asked.act === "dismiss") {
      await carryOut(ctx, tx, { ...asked, ownerId, currency });
      return { status: "done", approval_id: null };
    }
    const { act, target, operator, request, reason } = asked;
    const approvalId = await requestApproval(tx, {
      kind: "payment",
      playerId: ownerId,
      target,
      payload: { act, player_id: asked.playerId, ...(await moneyOf(tx, asked, currency)) },
      reason,
      operator,
      request,
    });
    return { status: "pending", approval_id: approvalId };
  });
}

type Deed = Pick<PaymentAct, "act" | "target" | "playerId" | "operator" | "reason"> & {
  readonly ownerId: string | null;
  readonly currency: string;
  readonly request?: FastifyRequest;
};

async function carryOut(ctx: AppContext, tx: Connection, deed: Deed): Promise<void> {
  const { act, target } = deed;
  if (act === "refund") await refundPayment(tx, { ...deed, topUpId: target });
  else if (act === "again" || act === "sent")
    await decideReturn(tx, { ...deed, act, topUpId: target });
  else await decideArrival(ctx, tx, { ...deed, act, arrivalId: target });
}

function isOfTopUp(act: PaymentAct["act"]): act is TopUpAct {
  return act === "refund" || act === "again" || act === "sent";
}

async function lockOwner(
  tx: Connection,
  { act, target, playerId }: Pick<PaymentAct, "act" | "target" | "playerId">,
): Promise<string | null> {
  if (!isOfTopUp(act)) return await lockDecision(tx, { act, arrivalId: target, playerId });
  const owner = await ownerOfTopUp(tx, target);
  await lockPlayer(tx, owner);
  return owner;
}

/** What a second operator is asked for, if it could be done now. @throws not_found, payment.state */
async function moneyOf(
  tx: Connection,
  { act, target }: Pick<PaymentAct, "act" | "target">,
  currency: string,
): Promise<{ amount_cents: number; currency: string }> {
  if (!isOfTopUp(act)) {
    const row = await requireAct(tx, { arrivalId: target, act, currency });
    return { amount_cents: Number(row.amount_cents), currency };
  }
  const row = await paymentOfTopUp(tx, target);
  if (row === null) throw new Refusal("not_found");
  if (act !== "refund") await requireRefusedReturn(tx, target);
  else if (row.state !== "paid") throw new Refusal("payment.state", { state: row.state });
  const cents = act === "refund" ? await leftOf(tx, row) : row.amount_cents;
  return { amount_cents: Number(cents), currency };
}

/** An act of the desk that waits for a second operator. */
export const paymentApproval = defineApproval({
  kind: "payment",
  roles: ["cashier"],
  payload,
  lock: async (tx, asked) => {
    const { act, player_id: playerId } = asked.payload;
    await lockOwner(tx, { act, target: asked.target, playerId });
  },
  carryOut: async (tx, { payload: said, target, reason, requestedBy }, ctx) => {
    const { act, player_id: playerId, currency } = said;
    const ownerId = await lockOwner(tx, { act, target, playerId });
    const operator = { id: requestedBy };
    await carryOut(ctx, tx, {
      act,
      target,
      playerId,
      operator,
      reason: reason ?? "",
      ownerId,
      currency,
    });
    return { act, target, player_id: ownerId };
  },
});
