import { decrypt } from "../../core/kit/cipher.ts";
import { callOutside, type OutsideTransport } from "../../core/http/call-outside.ts";
import { secretPlace } from "./keep-webhooks.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { readWebhookUrl } from "./webhook-address.ts";
import { readRecipients } from "./webhooks.queries.ts";
import type { WebhookRecipient } from "./webhooks.queries.ts";
import { defineChannel, outcomeOf } from "../delivery/define-channel.ts";
import type { Channel, Delivery, DeliveryContext } from "../delivery/define-channel.ts";

const TIMEOUT_MS = 10_000;
const MINUTE = 60;
const HOUR = 3600;
const MS = 1000;
/** The program wants no more messages. */
const GONE: readonly number[] = [410];

/** The message is given up after about three days. */
const WAITS_S: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const MOST_TRIES = WAITS_S.length + 1;

/** Messages to other people's programs, signed as Standard Webhooks asks. */
export function webhookChannel(
  transport: OutsideTransport<string> = callOutside(TIMEOUT_MS),
): Channel {
  return defineChannel({
    name: "webhook",
    isOn: () => true,
    waitsS: WAITS_S,
    timeoutMs: TIMEOUT_MS,
    atOnce: 40,
    perRecipient: 10,
    keepDays: { ended: 30 },
    recipients: async (ctx, deliveries) =>
      await readRecipients(
        ctx.db.jobs,
        deliveries.map(({ id }) => id),
      ),
    send: async (ctx, delivery, to) => {
      const url = readWebhookUrl(to.url);
      if (url === null) return { kind: "retry", error: "unreachable", answer: 0 };
      const body = delivery.payload ?? "";
      const headers = headersOf(ctx, { ...delivery, body }, to);
      return outcomeOf(await transport({ url, body, headers }), { gone: GONE });
    },
  });
}

function headersOf(
  ctx: DeliveryContext,
  { id, body, claimed_at }: Delivery & { readonly body: string },
  to: WebhookRecipient,
): Record<string, string> {
  const sealed = [to.secret, to.old_secret].filter((each) => each !== null);
  const secrets = sealed.map((each) => decrypt(ctx.secrets, secretPlace(to.id), each));
  const timestamp = Math.floor(claimed_at.getTime() / MS);
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "horse-club-webhooks/1",
    ...webhookHeaders({ id, timestamp, body }, secrets),
  };
}
