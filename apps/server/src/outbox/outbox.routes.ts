import { listOutbox } from "@club/contract";
import type { FastifyInstance } from "fastify";
import { decrypt, lookupHash } from "../accounts/cipher.ts";
import type { AppContext } from "../context.ts";
import { cutPage, pageOf } from "../http/page.ts";
import { register } from "../http/register.ts";
import { audit } from "../operators/audit.ts";
import { listMessages } from "./outbox.queries.ts";
import type { OutboxRow } from "./outbox.queries.ts";

export function outboxRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOutbox, async ({ query, operator, request }) => {
    const page = pageOf(query);
    const to = query.to?.replace(/[\s()-]/g, "");
    const toHash = to === undefined ? null : lookupHash(ctx.secrets, "outbox", to);
    const rows = await listMessages(ctx.db.operators, {
      toHash,
      before: page.before ?? null,
      limit: page.limit + 1,
    });
    const { data, list } = cutPage(rows, page.limit, (row) => row.id);
    await audit(ctx.db.operators, {
      action: "outbox.read",
      operator,
      request,
      after: { messages: list.map((row) => row.id) },
    });
    return { data, list: list.map((row) => toMessage(ctx, row)) };
  });
}

function toMessage(ctx: AppContext, row: OutboxRow) {
  const place = { table: "outbox", column: "cipher", id: row.id };
  const content = JSON.parse(decrypt(ctx.secrets, place, row.cipher)) as {
    to: string;
    text: string;
    code: string | null;
  };
  return {
    message_id: row.id,
    channel: row.channel,
    created_at: row.created_at.toISOString(),
    ...content,
  };
}
