import { SANDBOX_CARD } from "@club/contract";
import type { BankTransfer, TopUp } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { newId } from "../../core/kit/ids.ts";
import { runOnce } from "../wallet/idempotent.ts";
import type { OnceAnswer } from "../wallet/idempotent.ts";
import { requireMayPlay } from "../../people/protection/require-may-play.ts";
import { openPayment } from "./card-payments.ts";
import { LEAST_TOP_UP_CENTS, MOST_TOP_UP_CENTS, openMethods } from "./methods.ts";
import { checkDepositLimit, tellQueue } from "./deposit-limit.ts";
import { newReference } from "./reference.ts";
import { insertTopUp } from "./top-ups.queries.ts";
import { toTopUp } from "./top-ups.wire.ts";

export interface TopUpOrder {
  readonly playerId: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly amountCents: bigint;
}

export type CreatedTopUp = TopUp & { instructions: BankTransfer | null; pay_url: string | null };

/**
 * Announces a top-up: a row that waits for the transfer. No money moves. Once per key.
 *
 * @throws top_up.method_unknown, top_up.over_limit (below 0.01 or above the most), player.frozen,
 * profile.age_needed, profile.under_age, limit.deposit, idempotency.mismatch
 */
export async function createTopUp(
  ctx: AppContext,
  order: TopUpOrder,
): Promise<OnceAnswer<CreatedTopUp>> {
  const { playerId, idempotencyKey, method, amountCents } = order;
  checkOrder(order);
  const call = {
    playerId,
    key: idempotencyKey,
    kind: "recharge",
    body: { method, amount_cents: amountCents },
  };
  return await runOnce(ctx.db.money, call, async (tx) => {
    const way = (await openMethods(ctx, tx)).find((each) => each.method === method);
    if (way === undefined) throw new Refusal("top_up.method_unknown", { field: "method" });
    await requireMayPlay(tx, playerId);
    await checkDepositLimit(tx, { playerId, amountCents, withoutTopUp: null });
    const row = await insertTopUp(tx, {
      id: newId(),
      player_id: playerId,
      method,
      amount_cents: amountCents,
      reference: newReference(),
    });
    await tellQueue(tx);
    const pay_url = method === SANDBOX_CARD ? await openPayment(tx, row) : null;
    return { ...toTopUp(row), instructions: way.instructions, pay_url };
  });
}

function checkOrder({ amountCents }: TopUpOrder): void {
  if (amountCents < LEAST_TOP_UP_CENTS || amountCents > MOST_TOP_UP_CENTS) {
    throw new Refusal("top_up.over_limit", {
      field: "amount_cents",
      min_cents: LEAST_TOP_UP_CENTS,
      max_cents: MOST_TOP_UP_CENTS,
    });
  }
}
