import { listOutbox } from "@club/contract";
import type { MessageState } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { tidyPhone } from "../../core/kit/phone.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { audit } from "../../desk/operators/audit.ts";
import { isFresh, mustHaveFactor } from "../../desk/operators/permissions.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { listMessages } from "./outbox.queries.ts";
import type { OutboxRow } from "./outbox.queries.ts";
import { leavesTheClub } from "./message-channel.ts";
import { openMessage } from "./queue-message.ts";

export function outboxRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOutbox, async ({ query, operator, request }) => {
    const page = pageOf(query);
    const to = query.to?.includes("@") ? query.to.trim() : query.to && tidyPhone(query.to);
    const readsCodes = to !== undefined && (await mayReadCodes(ctx, operator, to));
    const toHash = to === undefined ? null : lookupHash(ctx.secrets, "outbox", to);
    const rows = await listMessages(ctx.db.operators, {
      toHash,
      before: page.before ?? null,
      limit: page.limit + 1,
    });
    const { data, list } = cutPage(rows, page.limit, (row) => row.id);
    const messages = list.map((row) => toMessage(ctx, row, readsCodes));
    const codes = messages.filter(({ code }) => code !== null).map((each) => each.message_id);
    await audit(ctx.db.operators, {
      action: "outbox.read",
      isEach: codes.length > 0,
      operator,
      request,
      after: {
        messages: list.map((row) => row.id),
        codes,
      },
    });
    return { data, list: messages };
  });
}

/**
 * Whether the codes of one phone or address are shown: only to the owner, and only where no provider
 * brings them there.
 *
 * @throws operator.proof_needed
 */
async function mayReadCodes(
  ctx: AppContext,
  operator: SessionOperator,
  to: string,
): Promise<boolean> {
  const { roles } = operator;
  const channel = to.includes("@") ? "mail" : "sms";
  if (!roles.includes("owner") || (await leavesTheClub(ctx, channel))) return false;
  if (mustHaveFactor(ctx, operator) && !isFresh(operator)) {
    throw new Refusal("operator.proof_needed");
  }
  return true;
}

/** The state as the desk sees it: one being sent still waits, and one past its time has expired. */
function stateOf({ state, error }: OutboxRow): MessageState {
  if (state === "sending") return "queued";
  if (state === "given_up") return error === "expired" ? "expired" : "failed";
  return state;
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
    state: stateOf(row),
    error: row.error,
    attempts: row.attempts,
    to,
    text: isShown ? text : text.replaceAll(code, HIDDEN),
    code: isShown ? code : null,
  };
}
