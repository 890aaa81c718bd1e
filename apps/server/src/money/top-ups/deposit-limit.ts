import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { decidedByOperators } from "./top-up-method.ts";
import { countWaiting, depositRoom } from "./top-ups.queries.ts";

/**
 * The deposit limit is gross: it counts what was approved and what waits in the window, and
 * subtracts no withdrawals (promise G3). @throws limit.deposit with what is left
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
export async function tellQueue(
  ctx: Pick<AppContext, "topUpMethods">,
  tx: Queryable,
): Promise<void> {
  const waiting = await countWaiting(tx, decidedByOperators(ctx));
  await tx.query("SELECT tell('operator', 'queue', $1)", [
    JSON.stringify({ queue: "topups", waiting }),
  ]);
}
