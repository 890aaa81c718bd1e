import { decrypt } from "../../../core/kit/cipher.ts";
import type { AppContext } from "../../../core/context.ts";
import { callOutside, type OutsideTransport } from "../../../core/http/call-outside.ts";
import { encryptPush } from "../../push/encrypt-push.ts";
import { readEndpoint } from "../../push/endpoint.ts";
import { dropSubscription, finish, forgetOldMessages, takeDue } from "../../push/push.queries.ts";
import type { DueMessage } from "../../push/push.queries.ts";
import { pushText } from "../../push/push-text.ts";
import { subscriptionPlace } from "../../push/save-subscription.ts";
import { vapidHeader, vapidKeyOf } from "../../push/vapid.ts";

const PATIENCE_MS = 5000;
const AT_ONCE = 20;
const ROUNDS = 10;
const OK_FROM = 200;
const OK_TO = 300;
/** The browser took its subscription back, or the service never knew it. */
const GONE: readonly number[] = [404, 410];
/** The service does not take this message, and never will. */
const HOPELESS: readonly number[] = [400, 401, 403, 413];

type PushContext = Pick<AppContext, "db" | "secrets" | "settings" | "log">;

/** Clock work: writes what is to be told, once per cause, and sends what is due. */
export async function runPush(
  ctx: PushContext,
  send: OutsideTransport<Buffer> = callOutside(PATIENCE_MS),
): Promise<number> {
  await ctx.db.jobs.query("SELECT make_push_messages()");
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await takeDue(ctx.db.jobs, AT_ONCE);
    const outcomes = await Promise.all(
      due.map(async (message) => await sendOne(ctx, message, send)),
    );
    const done = due.filter((_, at) => outcomes[at] === "done").map(({ id }) => id);
    if (done.length > 0) await finish(ctx.db.jobs, done);
    sent += done.length;
    if (due.length < AT_ONCE) break;
  }
  return sent;
}

/** Another job of every few minutes. */
export async function tidyPush(ctx: Pick<AppContext, "db">): Promise<void> {
  await forgetOldMessages(ctx.db.jobs);
}

/** done: nothing more to do with it; later: it comes again by itself. */
async function sendOne(
  ctx: PushContext,
  message: DueMessage & { may_go: boolean },
  send: OutsideTransport<Buffer>,
): Promise<"done" | "later"> {
  if (!message.may_go) return "done";
  const { subscription_id: id } = message;
  const address = JSON.parse(decrypt(ctx.secrets, subscriptionPlace(id), message.cipher)) as {
    endpoint: string;
    p256dh: string;
    auth: string;
  };
  const endpoint = readEndpoint(address.endpoint);
  if (endpoint === null) {
    await dropSubscription(ctx.db.jobs, id);
    return "later";
  }
  const text = Buffer.from(JSON.stringify(await pushText(message, message.language)));
  const body = encryptPush(text, {
    p256dh: Buffer.from(address.p256dh, "base64url"),
    auth: Buffer.from(address.auth, "base64url"),
  });
  const { status } = await send({
    url: endpoint,
    body,
    headers: headersOf(ctx, message, endpoint),
  });
  return await afterAnswer(ctx, { status, subscriptionId: id, host: endpoint.host });
}

function headersOf(ctx: PushContext, message: DueMessage, endpoint: URL): Record<string, string> {
  const ttlS = Math.floor((message.expires_at.getTime() - message.now.getTime()) / 1000);
  return {
    authorization: vapidHeader(vapidKeyOf(ctx.secrets), {
      endpoint,
      contact: ctx.settings.pushContact,
      nowMs: message.now.getTime(),
    }),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ttl: String(Math.max(0, ttlS)),
    urgency: message.kind === "race" ? "high" : "normal",
  };
}

async function afterAnswer(
  ctx: PushContext,
  answer: { status: number; subscriptionId: string; host: string },
): Promise<"done" | "later"> {
  const { status, subscriptionId, host } = answer;
  if (status >= OK_FROM && status < OK_TO) return "done";
  if (GONE.includes(status)) {
    await dropSubscription(ctx.db.jobs, subscriptionId);
    return "later";
  }
  ctx.log.warn({ status, host }, "a push service did not take a message");
  return HOPELESS.includes(status) ? "done" : "later";
}
