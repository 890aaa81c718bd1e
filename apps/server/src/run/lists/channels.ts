import { mailChannel } from "../../tell/outbox/mail-channel.ts";
import { pushChannel } from "../../tell/push/push-channel.ts";
import { smsChannel } from "../../tell/outbox/sms-channel.ts";
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
