import { identityNotice } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { patiently } from "../../core/db/patiently.ts";
import { takeInTurn } from "../../core/http/notices.ts";
import { NOTICES_WITHIN_MS, register } from "../../core/http/register.ts";
import { takeIdentityNews } from "./check-identities.ts";

/** What identity checkers tell the club. */
export function identityHookRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const textOf = keepBodyTexts(scope);
    register(
      scope,
      ctx,
      identityNotice,
      async ({ params, body, request }) => {
        const connection = await patiently(async () => await ctx.connections.read("identity"));
        if (connection?.provider.name !== params.provider) throw new Refusal("hook.refused");
        const { headers } = request;
        const news = connection.adapter.readNotice({ headers, text: textOf(request), body });
        await takeInTurn(ctx, "identities", async () => await takeIdentityNews(ctx, news));
        return {};
      },
      { answersWithinMs: NOTICES_WITHIN_MS },
    );
  });
}
