import { identityNotice } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { NOTICES_WITHIN_MS, register } from "../../core/http/register.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import { takeIdentityNews } from "./check-identities.ts";

const NOTICES = {
  name: "notices of identities",
  turns: { atOnce: 2, inLine: Number.POSITIVE_INFINITY },
};

/** What identity checkers tell the club. */
export function identityHookRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const textOf = keepBodyTexts(scope);
    const limit = new ConcurrencyLimit(Number.POSITIVE_INFINITY);
    register(
      scope,
      ctx,
      identityNotice,
      async ({ params, body, request }) => {
        const connection = await ctx.connections.read("identity");
        if (connection?.provider.name !== params.provider) throw new Refusal("hook.refused");
        const { headers } = request;
        const news = connection.adapter.readNotice({ headers, text: textOf(request), body });
        await limit.run(NOTICES, "", async () => await takeIdentityNews(ctx, news));
        return {};
      },
      { answersWithinMs: NOTICES_WITHIN_MS },
    );
  });
}
