import { mailChannel } from "../tell/delivery/channels/mail.ts";
import { pushChannel } from "../tell/delivery/channels/push.ts";
import { smsChannel } from "../tell/delivery/channels/sms.ts";
import { webhookChannel } from "../tell/delivery/channels/webhook.ts";
import type { Channel } from "../tell/delivery/define-channel.ts";

/** Every way on which the club tells somebody outside of its apps. */
export const CHANNELS: readonly Channel[] = [
  smsChannel,
  mailChannel,
  pushChannel(),
  webhookChannel(),
];
