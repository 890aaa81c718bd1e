import { adjustHouse as adjustHouseCall, adjustPlayer as adjustPlayerCall } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { idempotencyKeyOf } from "../../core/http/idempotency-key.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { askHouseAdjustment } from "./adjust-house.ts";
import { adjustPlayer } from "./adjust-player.ts";

/** Money that operators move by hand: for a player, or between accounts of the house. */
export function adjustmentRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, adjustPlayerCall, async ({ params, body, operator, request, reply }) => {
    const { answer, isReplay } = await adjustPlayer(ctx, {
      playerId: knownId(params.player_id),
      kind: body.kind,
      amountCents: BigInt(body.amount_cents),
      reason: body.reason,
      idempotencyKey: idempotencyKeyOf(request),
      operator,
      request,
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: answer };
  });
  register(app, ctx, adjustHouseCall, async ({ body, operator, request, reply }) => {
    const { amount_cents: cents, ...asked } = body;
    const { approvalId, isReplay } = await askHouseAdjustment(ctx, {
      ...asked,
      amountCents: BigInt(cents),
      operator,
      request,
      idempotencyKey: idempotencyKeyOf(request),
    });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: { approval_id: approvalId, status: "pending" as const } };
  });
}
