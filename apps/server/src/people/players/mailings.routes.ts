import { listMailings, sendMailing, stopMailing } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { idempotencyKeyOf } from "../../core/http/idempotency-key.ts";
import { readPage, type Page } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { beginMailing, stopSending, toMailing } from "./keep-mailings.ts";
import { readMailings } from "./mailings.queries.ts";

/** Messages to the players of a segment. */
export function mailingRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listMailings, async ({ query }) => {
    const read = async (page: Page<string>) => await readMailings(ctx.db.operators, page);
    return await readPage(query, read, toMailing);
  });
  register(app, ctx, sendMailing, async ({ body, operator, request, reply }) => {
    const asked = { ...body, idempotencyKey: idempotencyKeyOf(request) };
    const { mailing, isReplay } = await beginMailing(ctx, asked, { operator, request });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return { data: mailing };
  });
  register(app, ctx, stopMailing, async ({ params, operator, request }) => ({
    data: await stopSending(ctx, knownId(params.mailing_id), { operator, request }),
  }));
}
