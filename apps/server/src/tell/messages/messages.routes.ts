import { previewMessages } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { MESSAGE_KIND_NAMES, MESSAGE_KINDS } from "./message-kinds.ts";
import type { FactsOf } from "./message-kinds.ts";
import { readSender, writeMessage } from "./write-message.ts";

/** Every message with its example, as the desk looks at it. */
export function messageRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, previewMessages, async ({ query: { language } }) => {
    const named = await readSender(ctx, ctx.db.operators);
    const list = MESSAGE_KIND_NAMES.map((kind) => {
      const { askedBy, example } = MESSAGE_KINDS[kind];
      // The example of a kind has the facts of that kind, which a loop over all cannot show.
      const facts = example as FactsOf<typeof kind>;
      return { kind, asked_by: askedBy, ...writeMessage(named, { kind, language, facts }) };
    });
    return { list };
  });
}
