import { decrypt } from "../../core/kit/cipher.ts";
import { callOutside, type OutsideTransport } from "../../core/http/call-outside.ts";
import { encryptPush } from "./encrypt-push.ts";
import { readEndpoint } from "./endpoint.ts";
import { dropSubscription, readRecipients } from "./push.queries.ts";
import type { MessageKind, PushRecipient } from "./push.queries.ts";
import { pushText } from "./push-text.ts";
import { subscriptionPlace } from "./save-subscription.ts";
import { vapidHeader, vapidKeyOf } from "./vapid.ts";
import { defineChannel, outcomeOf } from "../delivery/define-channel.ts";
import type { Channel, Delivery, DeliveryContext, Outcome } from "../delivery/define-channel.ts";

const TIMEOUT_MS = 5000;
/** The browser cancelled its subscription, or the service never knew it. */
const GONE: readonly number[] = [404, 410];
/** The service will never accept this message. */
const REFUSED: readonly number[] = [400, 401, 403, 413];

/** Notifications, by the push services of the browsers. */
export function pushChannel(
  transport: OutsideTransport<Buffer> = callOutside(TIMEOUT_MS),
): Channel {
  return defineChannel({
    name: "push",
    isOn: () => true,
    waitsS: [30, 120, 480, 1920],
    timeoutMs: TIMEOUT_MS,
    atOnce: 20,
    perRecipient: 4,
    // Causes are kept for a day after their message expires, so nothing is told twice.
    keepDays: { over: 1 },
    recipients: async (ctx, deliveries) =>
      await readRecipients(
        ctx.db.jobs,
        deliveries.map(({ id }) => id),
      ),
    send: async (ctx, delivery, to) => await sendPush(ctx, delivery, { to, transport }),
  });
}

async function sendPush(
  ctx: DeliveryContext,
  delivery: Delivery,
  { to, transport }: { to: PushRecipient; transport: OutsideTransport<Buffer> },
): Promise<Outcome> {
  if (!to.may_go) return { kind: "dropped", error: "unwanted" };
  const address = JSON.parse(decrypt(ctx.secrets, subscriptionPlace(to.id), to.cipher)) as {
    endpoint: string;
    p256dh: string;
    auth: string;
  };
  const endpoint = readEndpoint(address.endpoint);
  if (endpoint === null) {
    await dropSubscription(ctx.db.jobs, to.id);
    return { kind: "failed", error: "gone" };
  }
  const text = await pushText(
    { kind: delivery.kind as MessageKind, payload: JSON.parse(delivery.payload ?? "{}") },
    to.language,
  );
  const body = encryptPush(Buffer.from(JSON.stringify(text)), {
    p256dh: Buffer.from(address.p256dh, "base64url"),
    auth: Buffer.from(address.auth, "base64url"),
  });
  const answer = await transport({
    url: endpoint,
    body,
    headers: headersOf(ctx, delivery, endpoint),
  });
  const outcome = outcomeOf(answer, { gone: GONE, refused: REFUSED });
  const isGone = outcome.kind === "failed" && outcome.error === "gone";
  if (isGone) await dropSubscription(ctx.db.jobs, to.id);
  else if (outcome.kind !== "delivered") {
    const { status } = answer;
    ctx.log.warn({ status, host: endpoint.host }, "a push service did not take a message");
  }
  return outcome;
}

function headersOf(
  ctx: DeliveryContext,
  { kind, claimed_at, expires_at }: Delivery,
  endpoint: URL,
): Record<string, string> {
  const nowMs = claimed_at.getTime();
  const ttlS = Math.floor(((expires_at?.getTime() ?? nowMs) - nowMs) / 1000);
  return {
    authorization: vapidHeader(vapidKeyOf(ctx.secrets), {
      endpoint,
      contact: ctx.settings.pushContact,
      nowMs,
    }),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ttl: String(Math.max(0, ttlS)),
    urgency: kind === "race" || kind === "follow" ? "high" : "normal",
  };
}
