import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { DELIVERED, defineChannel } from "../delivery/define-channel.ts";
import type { Channel, DeliveryContext, Outcome } from "../delivery/define-channel.ts";
import { noteUse } from "./note-use.ts";
import { openMessage } from "./queue-message.ts";

/** What operators are told that something is wrong, or no longer. */
export interface AlertNotice {
  /** The same at every try. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

export interface AlertsAdapter {
  /** Addresses that get a mail, by the connection of mails. */
  readonly mailTo: readonly string[];
  /** The program that is told too; null: none. */
  readonly hook: {
    readonly url: string;
    /** @throws ProviderFailure */
    readonly post: (notice: AlertNotice) => Promise<void>;
  } | null;
}

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    alerts: AlertsAdapter;
  }
}

const MINUTE = 60;
const HOUR = 3600;

/**
 * Alerts sent to a program, by the connection `alerts`; alerts by mail go through the mail channel.
 */
export const alertsChannel: Channel = defineChannel<AlertsAdapter>({
  name: "alerts",
  isOn: async (ctx) => (await openHook(ctx)) !== null,
  waitsS: [
    10,
    30,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    8 * HOUR,
  ],
  timeoutMs: 20_000,
  atOnce: 4,
  perRecipient: 4,
  keepDays: { made: 7 },
  recipients: async (ctx, deliveries) => {
    const adapter = await openHook(ctx);
    return adapter === null ? null : new Map(deliveries.map(({ id }) => [id, adapter]));
  },
  send: async (ctx, delivery, { hook }) => {
    const { text: body } = openMessage(ctx, delivery);
    try {
      await hook?.post({ id: delivery.id, at: delivery.claimed_at, body });
      await noteUse(ctx, "alerts", null);
      return DELIVERED;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      await noteUse(ctx, "alerts", error);
      return outcomeOf(error);
    }
  },
});

async function openHook({ connections }: DeliveryContext): Promise<AlertsAdapter | null> {
  const adapter = (await connections.open("alerts"))?.adapter ?? null;
  return adapter?.hook === undefined || adapter.hook === null ? null : adapter;
}

/** An alert is retried whatever the answer: a wrong address will be corrected. */
function outcomeOf({ reason, answer, afterS }: ProviderFailure): Outcome {
  const error =
    reason === "unreadable" ? "server" : reason === "not_signed_in" ? "refused" : reason;
  return { kind: "retry", error, answer, ...(afterS === undefined ? {} : { afterS }) };
}
