import type { BankTransfer, TopUp } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { runOnce } from "../wallet/idempotent.ts";
import type { OnceAnswer } from "../wallet/idempotent.ts";
import { requireMayPlay } from "../protection/require-may-play.ts";
import {
  BANK_TRANSFER,
  LEAST_TOP_UP_CENTS,
  MOST_TOP_UP_CENTS,
  readBankTransfer,
} from "./methods.ts";
import { newReference } from "./reference.ts";
import { countWaiting, depositRoom, insertTopUp } from "./top-ups.queries.ts";
import { toTopUp } from "./top-ups.wire.ts";

export interface TopUpOrder {
  readonly playerId: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly amountCents: bigint;
}

export type CreatedTopUp = TopUp & { instructions: BankTransfer };

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
  return await runOnce(ctx.db.bets, call, async (tx) => {
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
    return { ...toTopUp(row), instructions: await readBankTransfer(ctx, tx) };
  });
}

function checkOrder({ method, amountCents }: TopUpOrder): void {
  if (method !== BANK_TRANSFER) throw new Refusal("top_up.method_unknown", { field: "method" });
  if (amountCents < LEAST_TOP_UP_CENTS || amountCents > MOST_TOP_UP_CENTS) {
    throw new Refusal("top_up.over_limit", {
      field: "amount_cents",
      min_cents: LEAST_TOP_UP_CENTS,
      max_cents: MOST_TOP_UP_CENTS,
    });
  }
}

/**
 * The deposit limit is gross: what was approved and what waits in the window, whatever was withdrawn
 * (promise G3). @throws limit.deposit with what is left
 */
export async function checkDepositLimit(
  tx: Queryable,
  asked: { playerId: string; amountCents: bigint; withoutTopUp: string | null },
): Promise<void> {
  const room = await depositRoom(tx, asked.playerId, asked.withoutTopUp);
  if (room === null || asked.amountCents <= room) return;
  throw new Refusal("limit.deposit", { left_cents: room > 0n ? room : 0n });
}

/** Tells the console how many top-ups wait. */
export async function tellQueue(tx: Queryable): Promise<void> {
  await tx.query("SELECT tell('operator', 'queue', $1)", [
    JSON.stringify({ queue: "topups", waiting: await countWaiting(tx) }),
  ]);
}
