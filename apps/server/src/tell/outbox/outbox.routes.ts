import { listOutbox } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { audit } from "../../desk/operators/audit.ts";
import { isFresh, mustHaveFactor } from "../../desk/operators/permissions.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { listMessages } from "./outbox.queries.ts";
import type { OutboxRow } from "./outbox.queries.ts";
import { providerOf } from "./sms-channel.ts";
import { openMessage } from "./queue-message.ts";

export function outboxRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOutbox, async ({ query, operator, request }) => {
    const page = pageOf(query);
    const to = query.to?.replace(/[\s()-]/g, "");
    const readsCodes = to !== undefined && mayReadCodes(ctx, operator);
    const toHash = to === undefined ? null : lookupHash(ctx.secrets, "outbox", to);
    const rows = await listMessages(ctx.db.operators, {
      toHash,
      before: page.before ?? null,
      limit: page.limit + 1,
    });
    const { data, list } = cutPage(rows, page.limit, (row) => row.id);
    const messages = list.map((row) => toMessage(ctx, row, readsCodes));
    await audit(ctx.db.operators, {
      action: "outbox.read",
      operator,
      request,
      after: {
        messages: list.map((row) => row.id),
        codes: messages.filter(({ code }) => code !== null).map((each) => each.message_id),
      },
    });
    return { data, list: messages };
  });
}

/**
 * Whether the codes of one phone are shown: only to the owner, and only where no provider delivers
 * them to the phone.
 *
 * @throws operator.proof_needed
 */
function mayReadCodes(ctx: AppContext, operator: SessionOperator): boolean {
  const { roles } = operator;
  if (!roles.includes("owner") || providerOf(ctx.settings).reachesPhones) return false;
  if (mustHaveFactor(ctx, roles) && !isFresh(operator)) throw new Refusal("operator.proof_needed");
  return true;
}

const HIDDEN = "••••••";

/** Nobody is shown a code for an existing account: whoever reads it could take the account over. */
function toMessage(ctx: AppContext, row: OutboxRow, readsCodes: boolean) {
  const { to, text, code } = openMessage(ctx, row);
  const isShown = code === null || (readsCodes && row.kind === "register");
  return {
    message_id: row.id,
    channel: row.channel === "mail" ? ("email" as const) : row.channel,
    created_at: row.created_at.toISOString(),
    to,
    text: isShown ? text : text.replaceAll(code, HIDDEN),
    code: isShown ? code : null,
  };
}
