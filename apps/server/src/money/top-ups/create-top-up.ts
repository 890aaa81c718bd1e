import type { BankTransfer, TopUp } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { newId } from "../../core/kit/ids.ts";
import { runOnce } from "../wallet/idempotent.ts";
import type { OnceAnswer } from "../wallet/idempotent.ts";
import { requireMayPlay } from "../../people/protection/require-may-play.ts";
import { checkDepositLimit, tellQueue } from "./deposit-limit.ts";
import { newReference } from "./reference.ts";
import { withTransferQr } from "./transfer-qr.ts";
import { openMethods, topUpMethodOf } from "./top-up-method.ts";
import type { OpenMethod } from "./top-up-method.ts";
import { insertTopUp } from "./top-ups.queries.ts";
import { toTopUp } from "./top-ups.wire.ts";

export interface TopUpOrder {
  readonly playerId: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly amountCents: bigint;
  /** The address under which the player sees the club: a provider sends the browser back there. */
  readonly origin: string;
}

export type CreatedTopUp = TopUp & {
  instructions: BankTransfer | null;
  pay_url: string | null;
  redirect_url: string | null;
};

/**
 * Announces a top-up: a row that waits for the money; no money moves. Once per key. A provider is
 * asked for its page after the commit, and again on a repeat.
 *
 * @throws top_up.method_unknown, top_up.over_limit (below the least or above the most),
 * player.frozen, profile.age_needed, profile.under_age, limit.deposit, idempotency.mismatch,
 * payment.away
 */
export async function createTopUp(
  ctx: AppContext,
  order: TopUpOrder,
): Promise<OnceAnswer<CreatedTopUp>> {
  const { playerId, idempotencyKey, method, amountCents } = order;
  const known = topUpMethodOf(ctx, method);
  const call = {
    playerId,
    key: idempotencyKey,
    kind: "recharge",
    body: { method, amount_cents: amountCents },
  };
  const { answer, isReplay } = await runOnce(ctx.db.money, call, async (tx) => {
    const open = (await openMethods(ctx, tx)).find((each) => each.method.id === method);
    if (open === undefined) throw new Refusal("top_up.method_unknown", { field: "method" });
    checkAmount(open, amountCents);
    await requireMayPlay(tx, playerId);
    await checkDepositLimit(tx, { playerId, amountCents, withoutTopUp: null });
    const row = await insertTopUp(tx, {
      id: newId(),
      player_id: playerId,
      method,
      amount_cents: amountCents,
      reference: newReference(),
    });
    await tellQueue(ctx, tx);
    const returnUrl = `${order.origin}/app/#/pages/recharge/record?topup=${row.id}`;
    await open.method.connected?.note(ctx, tx, {
      topUpId: row.id,
      reference: row.reference,
      amountCents,
      returnUrl,
    });
    const instructions = withTransferQr(ctx, open.instructions, row);
    return { ...toTopUp(row), instructions };
  });
  const url = (await known?.connected?.payPage(ctx, answer.topup_id)) ?? null;
  return { answer: { ...answer, pay_url: url, redirect_url: url }, isReplay };
}

function checkAmount({ leastCents, mostCents }: OpenMethod, amountCents: bigint): void {
  if (amountCents < leastCents || amountCents > mostCents) {
    throw new Refusal("top_up.over_limit", {
      field: "amount_cents",
      min_cents: leastCents,
      max_cents: mostCents,
    });
  }
}
