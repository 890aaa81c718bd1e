import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { markVerified, readBankCard } from "./bank-card.queries.ts";
import { maskAccount } from "../../core/kit/mask-account.ts";

export interface Verifying {
  readonly playerId: string;
  readonly operator: { readonly id: string };
  readonly reason: string | null;
  /** When the account that was looked at had been changed; null: not said. */
  readonly changedAt: string | null;
  readonly request?: FastifyRequest;
}

/**
 * Records that an operator has checked that the bank account is the player's own. Changing the
 * account undoes this.
 *
 * @throws not_found without such a player or account, money.same_person, receiving.stale for another
 *   account than was looked at
 */
export async function verifyBankCard(ctx: AppContext, asked: Verifying): Promise<void> {
  const { playerId, operator, changedAt } = asked;
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockPlayer(tx, playerId);
    await refuseOwnPlayer(tx, operator.id, playerId);
    const before = await readBankCard(tx, playerId);
    if (before === null) throw new Refusal("not_found");
    if (changedAt !== null && changedAt !== before.changed_at.toISOString()) {
      throw new Refusal("receiving.stale");
    }
    await markVerified(tx, playerId, operator.id);
    await tellMoney(tx, playerId);
    await audit(tx, {
      action: "bank_card.verify",
      operator,
      request: asked.request,
      target: playerId,
      before: { verified: before.verified_at !== null },
      after: { verified: true, account: maskAccount(before.last_digits) },
      reason: asked.reason ?? undefined,
    });
  });
}
