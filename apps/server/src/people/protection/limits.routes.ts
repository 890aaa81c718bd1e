import { confirmLimit as confirmCall, getLimits, putLimits } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register, registerMoney } from "../../core/http/register.ts";
import { changeLimits, confirmLimit } from "./change-limits.ts";
import { readLimits } from "./read-limits.ts";

export function limitRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getLimits, async ({ player }) => ({
    list: await readLimits(ctx.db.browsing, player.id),
  }));
  registerMoney(app, ctx, putLimits, async ({ body, player }) => {
    const wishes = body.limits.map(({ kind, period, amount_cents: cents }) => ({
      kind,
      period,
      amountCents: cents === null ? null : BigInt(cents),
    }));
    await changeLimits(ctx, player.id, wishes);
    return { list: await readLimits(ctx.db.browsing, player.id) };
  });
  registerMoney(app, ctx, confirmCall, async ({ body, player }) => {
    await confirmLimit(ctx, player.id, body);
    return { list: await readLimits(ctx.db.browsing, player.id) };
  });
}
