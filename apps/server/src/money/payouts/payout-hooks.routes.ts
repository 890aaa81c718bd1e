import { decidePayout, payoutNotice } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { patiently } from "../../core/db/patiently.ts";
import { takeInTurn } from "../../core/http/notices.ts";
import { NOTICES_WITHIN_MS, register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { actOnPayout } from "./decide-payout.ts";
import { takePayoutNews } from "./take-payout-news.ts";

/** What providers of payouts tell the club, also of one that was turned off meanwhile, and what the desk does where they do not. */
export function payoutHookRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const textOf = keepBodyTexts(scope);
    register(
      scope,
      ctx,
      payoutNotice,
      async ({ params, body, request }) => {
        const connection = await patiently(async () => await ctx.connections.read("payout"));
        if (connection?.provider.name !== params.provider) throw new Refusal("hook.refused");
        const { headers } = request;
        const news = connection.adapter.readNotice({ headers, text: textOf(request), body });
        await takeInTurn(ctx, "payouts", async () => await takePayoutNews(ctx, news));
        return {};
      },
      { answersWithinMs: NOTICES_WITHIN_MS },
    );
  });
  register(app, ctx, decidePayout, async ({ params, body, operator, request }) => {
    const withdrawalId = knownId(params.withdrawal_id);
    return { data: await actOnPayout(ctx, { ...body, withdrawalId, operator, request }) };
  });
}
