import { cardWebhook } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { parseJsonBody } from "../http/json-body.ts";
import { register } from "../http/register.ts";
import { checkSignature, takeCardEvent } from "./card-payments.ts";
import { sandboxRoutes } from "./sandbox.routes.ts";

/** What comes from outside of cards: the provider's notices, and the provider of the sandbox itself. */
export function cardRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    // A signature is over the bytes as they came.
    const texts = new WeakMap<object, string>();
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "string" },
      async (request: object, text: string) => {
        texts.set(request, text);
        return parseJsonBody(text);
      },
    );
    register(scope, ctx, cardWebhook, async ({ body, request }) => {
      const signature = request.headers["sandbox-signature"];
      checkSignature(ctx, { signature, body: texts.get(request) ?? "", nowMs: Date.now() });
      await takeCardEvent(ctx, body);
      return {};
    });
  });
  sandboxRoutes(app, ctx);
}
