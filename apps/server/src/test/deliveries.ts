import type { OutsideTransport } from "../core/http/call-outside.ts";
import { deliverDue, tidyDeliveries } from "../tell/delivery/deliver.ts";
import { pushChannel } from "../tell/push/push-channel.ts";
import { smsChannel } from "../tell/outbox/message-channel.ts";
import { webhookChannel } from "../tell/webhooks/webhook-channel.ts";
import { noteNews } from "../tell/push/note-push.ts";
import type { AppContext } from "../core/context.ts";

/* The clock work of deliveries; the test plays the outside world. */

export async function runPush(
  ctx: AppContext,
  transport: OutsideTransport<Buffer>,
): Promise<number> {
  await noteNews(ctx.db.jobs);
  return await deliverDue(ctx, [pushChannel(transport)]);
}

export async function sendWebhooks(
  ctx: AppContext,
  transport: OutsideTransport<string>,
): Promise<number> {
  return await deliverDue(ctx, [webhookChannel(transport)]);
}

export async function tidyPush(ctx: AppContext): Promise<void> {
  await tidyDeliveries(ctx, [pushChannel()]);
}

export async function tidyOutbox(ctx: AppContext): Promise<void> {
  await tidyDeliveries(ctx, [smsChannel]);
}
