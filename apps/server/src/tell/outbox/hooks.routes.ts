import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { patiently } from "../../core/db/patiently.ts";
import { takeInTurn } from "../../core/http/notices.ts";
import { takeReport } from "../delivery/deliver.ts";

const MOST_FORM = 16 * 1024;

/** Reports of text messages, as their provider posts them: a form, signed by its own rule. */
export function messageHookRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MOST_FORM },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.post<{ Params: { provider: string } }>(
      "/api/hooks/sms/:provider",
      { schema: { hide: true } },
      async (request, reply) => {
        const connection = await patiently(async () => await ctx.connections.read("sms"));
        if (connection?.provider.name !== request.params.provider) throw new Refusal("not_found");
        const { publicUrl = `${request.protocol}://${request.host}` } = ctx.settings;
        const report = connection.adapter.readReport?.({
          url: `${publicUrl}${request.url}`,
          headers: request.headers,
          fields: textsOf(request.body),
        });
        if (report !== null && report !== undefined) {
          const take = async () => await takeReport(ctx, { channel: "sms", ...report });
          await takeInTurn(ctx, "messages", take);
        }
        return await reply.status(204).send();
      },
    );
  });
}

function textsOf(body: unknown): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    fields.filter((each): each is [string, string] => typeof each[1] === "string"),
  );
}
