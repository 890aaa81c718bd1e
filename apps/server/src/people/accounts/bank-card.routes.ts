import { verifyBankCard as verifyCall } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { verifyBankCard } from "./bank-card-verify.ts";

/** The desk's calls about bank accounts; the player's own are among the account calls. */
export function bankCardRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, verifyCall, async ({ params, body, operator, request }) => {
    const playerId = knownId(params.player_id);
    const [reason, changedAt] = [body?.reason ?? null, body?.changed_at ?? null];
    await verifyBankCard(ctx, { playerId, operator, reason, changedAt, request });
    return { data: { player_id: playerId, verified: true as const } };
  });
}
