import { tellMoney } from "../../tell/live/tell-money.ts";
import type { Withdrawal } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { claimBorne } from "./claim-borne.ts";
import { bookReturn, tellMove, tellQueue } from "./create-withdrawal.ts";
import { readRules } from "./withdrawal-rules.ts";
import { listCooled, readCooling, takeCooling } from "./cooling.queries.ts";
import { findOwner, markCancelled, readWithdrawal } from "./withdrawals.queries.ts";
import { toWithdrawal } from "./withdrawals.wire.ts";

/**
 * Cancels a withdrawal that nobody has approved yet. The money stays held for a day, so cancelling
 * is no way back to betting (promise G13). A repeat answers what stands.
 *
 * @throws not_found, withdrawal.cancel_off where the club does not allow it, withdrawal.state
 */
export async function cancelWithdrawal(
  ctx: AppContext,
  asked: { playerId: string; withdrawalId: string },
): Promise<Withdrawal> {
  const { playerId, withdrawalId } = asked;
  return await withTransaction(ctx.db.money, async (tx) => {
    if ((await findOwner(tx, withdrawalId)) !== playerId) throw new Refusal("not_found");
    await lockPlayer(tx, playerId);
    const rules = await readRules(tx);
    const before = await readWithdrawal(tx, withdrawalId);
    if (before === null) throw new Refusal("not_found");
    if (before.status === "cancelled") return toWithdrawal(before, rules);
    if (before.status !== "requested") {
      throw new Refusal("withdrawal.state", { status: before.status });
    }
    if (rules.cancel === "never") throw new Refusal("withdrawal.cancel_off");
    await markCancelled(tx, withdrawalId, rules.cooling_hours);
    await tellMoney(tx, playerId);
    await tellQueue(tx);
    const after = await readWithdrawal(tx, withdrawalId);
    if (after === null) throw new Error("a withdrawal that was cancelled is there");
    return toWithdrawal(after, rules);
  });
}

const AT_ONCE = 100;

/** Clock work: returns to cash the money of withdrawals that were cancelled long enough ago. */
export async function releaseCooled(ctx: Pick<AppContext, "db">): Promise<void> {
  for (const { id, player_id: playerId } of await listCooled(ctx.db.jobs, AT_ONCE)) {
    await withTransaction(ctx.db.jobs, async (tx) => {
      await lockPlayer(tx, playerId);
      const cooling = await readCooling(tx, playerId);
      const amountCents = cooling.find((row) => row.id === id)?.cooling_cents;
      // Another process was first, or a new withdrawal took the money.
      if (amountCents === undefined) return;
      const cause = `withdrawal:${id}:release`;
      const entryId = await bookReturn(tx, { id, playerId, amountCents, cause });
      await takeCooling(tx, id, amountCents);
      const claims = await claimBorne(tx, { id, playerId, amountCents, cause });
      await tellMove(tx, playerId, [entryId, ...claims]);
    });
  }
}
