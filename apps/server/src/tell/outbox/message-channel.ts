import type { AppContext } from "../../core/context.ts";
import { defineChannel } from "../delivery/define-channel.ts";
import type { Channel, Outcome } from "../delivery/define-channel.ts";
import { openMessage } from "./queue-message.ts";
import type { MessageText } from "./queue-message.ts";

type Settings = AppContext["settings"];

/** Carries messages to their receivers. */
export interface MessageProvider {
  /** Whether messages reach phones: then nobody at the desk has to read out a code. */
  readonly reachesPhones: boolean;
  /** Null: sends nothing, so messages stay in the outbox. The id is the same on every try. */
  readonly send: ((message: MessageText & { readonly id: string }) => Promise<Outcome>) | null;
}

export const silentProvider: MessageProvider = { reachesPhones: false, send: null };

const MINUTE = 60;
const HOUR = 3600;

/** A channel of messages to one phone or address, sent by a provider. */
export function messageChannel(
  name: "sms" | "mail",
  providerOf: (settings: Settings) => MessageProvider,
): Channel {
  return defineChannel({
    name,
    isOn: ({ settings }) => providerOf(settings).send !== null,
    // Every half minute or so while a code is valid; a notice is tried for its whole day.
    waitsS: [
      10,
      20,
      30,
      MINUTE,
      2 * MINUTE,
      5 * MINUTE,
      15 * MINUTE,
      30 * MINUTE,
      HOUR,
      2 * HOUR,
      4 * HOUR,
      6 * HOUR,
      8 * HOUR,
    ],
    timeoutMs: 30_000,
    atOnce: 20,
    perRecipient: 4,
    keepDays: { made: 7 },
    recipients: async (ctx, deliveries) => {
      const provider = providerOf(ctx.settings);
      return new Map(deliveries.map(({ id }) => [id, provider]));
    },
    send: async (ctx, delivery, { send }) =>
      send === null
        ? { kind: "retry", error: "unreachable" }
        : await send({ ...openMessage(ctx, delivery), id: delivery.id }),
  });
}
