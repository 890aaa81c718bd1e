import { pushChannel } from "../../tell/push/push-channel.ts";
import { mailChannel, smsChannel } from "../../tell/outbox/message-channel.ts";
import { webhookChannel } from "../../tell/webhooks/webhook-channel.ts";
import { alertsChannel } from "../../tell/outbox/alerts-channel.ts";
import type { Channel } from "../../tell/delivery/define-channel.ts";

/** Every channel by which the club tells somebody outside its apps. */
export const CHANNELS: readonly Channel[] = [
  smsChannel,
  mailChannel,
  pushChannel(),
  webhookChannel(),
  alertsChannel,
];
