import { cardWebhook } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { register } from "../../core/http/register.ts";
import { checkSignature, takeCardEvent } from "./card-payments.ts";
import { sandboxRoutes } from "./sandbox.routes.ts";

/** What comes from outside of cards: the provider's notices, and the provider of the sandbox itself. */
export function cardRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const textOf = keepBodyTexts(scope);
    register(scope, ctx, cardWebhook, async ({ body, request }) => {
      const signature = request.headers["sandbox-signature"];
      checkSignature(ctx, { signature, body: textOf(request), nowMs: Date.now() });
      await takeCardEvent(ctx, body);
      return {};
    });
  });
  sandboxRoutes(app, ctx);
}
